// The words of a text as search sees them: for the index, for a query, and for what a page marks. One rule for all three,
// so that whatever was found can be shown.

/** A word of a text: where it stands, and the forms by which it is found. */
export type SearchWord = { readonly start: number; readonly end: number; readonly forms: readonly string[] }

/** Scripts that put no blanks between words: two characters in a row are a word there. */
const dense = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`
const wordPattern = new RegExp(`[${dense}]+|(?:(?![${dense}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
const densePattern = new RegExp(`^[${dense}]`, 'u')

/** Longer runs of letters, as keys and hashes, are found by their beginning. */
const longestWord = 40

export function* searchWords(text: string): Generator<SearchWord> {
  for (const { 0: word, index: start } of text.matchAll(wordPattern)) {
    const end = start + word.length
    if (densePattern.test(word)) yield* pairsOf(word, start)
    else yield { start, end, forms: [folded(word)] }
  }
}

/** Two characters at a time, and the last one alone, so that each character begins one. */
function* pairsOf(word: string, start: number): Generator<SearchWord> {
  const characters = Array.from(word)
  let at = start
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? ''
    yield { start: at, end: at + character.length + next.length, forms: [folded(character + next)] }
    at += character.length
  }
}

/** The words that a person typed, each as a beginning by which a text is found. */
export function wordsToFind(text: string): string[] {
  return [...searchWords(text)].flatMap(({ forms }, index, all) => {
    // The last character of a dense script stands in the pair before it.
    const isTail = index > 0 && (forms[0] ?? '').length === 1 && (all[index - 1]?.end ?? 0) === all[index]?.end
    return isTail ? [] : forms
  })
}

/** Without case, accents and forms of width: 'Ünïcode' and 'ｕｎｉｃｏｄｅ' are 'unicode'. */
export function folded(word: string): string {
  const cut = word.length > longestWord ? word.slice(0, longestWord) : word
  // The usual case, and ten times as fast.
  if (isAscii(cut)) return cut.toLowerCase()
  return cut
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC')
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false
  return true
}

/** A place in a text, from `start` up to `end`. */
export type Hit = { readonly start: number; readonly end: number }

/** Whether a word of a text is one of `wanted`, or begins with one. A single letter or digit has to be the whole word. */
export function isWanted(form: string, wanted: readonly string[]): boolean {
  return wanted.some((word) => (word.length > 1 ? form.startsWith(word) : form === word))
}

/** Where words of `text` are found by `wanted`, in their order; at most `most` of them. */
export function findHits(text: string, wanted: readonly string[], most: number = Number.POSITIVE_INFINITY): Hit[] {
  const hits: Hit[] = []
  if (wanted.length === 0) return hits
  for (const { start, end, forms } of searchWords(text)) {
    if (!forms.some((form) => isWanted(form, wanted))) continue
    const last = hits.at(-1)
    // Pairs of a dense script overlap, and words that follow each other are one place for an eye.
    if (last !== undefined && isJoined(text, last.end, start)) hits[hits.length - 1] = { start: last.start, end }
    else if (hits.push({ start, end }) >= most) return hits
  }
  return hits
}

function isJoined(text: string, end: number, start: number): boolean {
  return start <= end || (start === end + 1 && /[ _-]/.test(text.charAt(end)))
}
