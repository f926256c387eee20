// What a person typed, as words; and the words that the index is given of a document.
import { searchWords, wordsToFind } from '#base/search-words.ts'

export type ParsedQuery = {
  /** Each has to be there, as a word or as the beginning of one. */
  readonly words: readonly string[]
  /** What stood between quotes: these whole words, in this order. */
  readonly phrases: readonly (readonly string[])[]
}

/** More words than this narrow nothing, and cost. */
const mostWords = 16

export function parseQuery(text: string): ParsedQuery {
  const words: string[] = []
  const phrases: string[][] = []
  // Every second part stood between quotes; a last quote that nothing closes is none.
  const parts = text.toWellFormed().split(/["“”„]/)
  for (const [index, part] of parts.entries()) {
    const found = wordsToFind(part)
    const isQuoted = index % 2 === 1 && index < parts.length - 1
    if (isQuoted && found.length > 0) phrases.push(found.slice(0, mostWords))
    else words.push(...found)
  }
  if (isBegun(text, words)) words.pop()
  return { words: [...new Set(words)].slice(0, mostWords), phrases: phrases.slice(0, mostWords) }
}

/** A last letter that somebody is about to type on: alone it begins too much to be looked for, and is no word either. */
function isBegun(text: string, words: readonly string[]): boolean {
  return words.length > 1 && /(?<![\p{L}\p{N}])\p{L}$/u.test(text) && /^[a-z]$/.test(words.at(-1) ?? '')
}

/** All words of a query, which is what a page marks. */
export function wantedWords({ words, phrases }: ParsedQuery): string[] {
  return [...new Set([...words, ...phrases.flat()])]
}

/** Stands before a word of a title in the index: a letter of no word. */
export const titleMark = '¶'

/** Whether the text has the words of each phrase one after the other. */
export function hasPhrases(text: string, phrases: readonly (readonly string[])[]): boolean {
  if (phrases.length === 0) return true
  const forms = [...searchWords(text)].map((word) => word.forms[0] ?? '')
  return phrases.every((phrase) => forms.some((_, at) => phrase.every((word, index) => forms[at + index] === word)))
}

/** Of a longer text only the beginning is searched. */
export const searchedCharacters = 65_536

/** What the index is given of a document: each word once. */
export function indexedWords({ title, text }: { readonly title: string; readonly text: string }): string {
  const words = new Set<string>()
  const inTitle = new Set<string>()
  for (const { forms } of searchWords(title)) for (const form of forms) inTitle.add(form)
  const searched = text.length > searchedCharacters ? text.slice(0, searchedCharacters) : text
  for (const { forms } of searchWords(searched)) for (const form of forms) if (!inTitle.has(form)) words.add(form)
  const marked = [...inTitle].flatMap(indexedParts).map((word) => titleMark + word)
  return [...marked, ...[...words].flatMap(indexedParts)].join(' ')
}

/** Signs within a word, as of '⑴', which is '(1)' in its plain form. No index keeps them. */
const signs = /[^0-9a-z\u0080-\uFFFF]+/

/** What of a folded word stands in the index: nearly always itself. */
export function indexedParts(word: string): readonly string[] {
  return signs.test(word) ? word.split(signs).filter((part) => part !== '') : [word]
}
