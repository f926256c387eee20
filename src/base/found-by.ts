// Whether texts hold the words that a person filters by.

/** An id is no text: its letters are random, and hold any short word some day. */
export type SearchedText = string | null | { readonly id: string }

/** So much of an id, from its start, is meant by somebody who asks for it. */
const leastOfId = 6

/** Whether any of the texts holds `word`, which is in lower case. */
export function isFoundBy(word: string, texts: readonly SearchedText[]): boolean {
  return texts.some((text) => {
    if (text === null) return false
    if (typeof text === 'string') return text.toLowerCase().includes(word)
    return word.length >= leastOfId && text.id.toLowerCase().startsWith(word)
  })
}
