// Finds every word of a query in texts, and where, so that the hits can be marked.

/** Lower-case words of a query. */
export function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/**
 * How well `texts` (most important first) hold every word: smaller is better, null when one is missing. A hit at the
 * start of a word in the first text is best.
 */
export function rankMatch(words: readonly string[], texts: readonly string[]): number | null {
  let total = 0
  for (const word of words) {
    const best = Math.min(...texts.map((text, index) => hitCost(word, text.toLowerCase()) + index * textCost))
    if (!Number.isFinite(best)) return null
    total += best
  }
  return total
}

/** A hit in a less important text is worth less than any place in a more important one. */
const textCost = 4

function hitCost(word: string, text: string): number {
  const at = text.indexOf(word)
  if (at === -1) return isLooselyIn(word, text) ? looseCost : Number.POSITIVE_INFINITY
  if (at === 0) return 0
  return /[\s\-_/.]/.test(text.charAt(at - 1)) ? 1 : 2
}

/** Worse than any hit as written, in whatever text. */
const looseCost = 20
/** Shorter words are loosely in everything. */
const leastLoose = 3

/** Whether the letters of `word` stand in `text` in their order, begun at the start of a word and close together. */
function isLooselyIn(word: string, text: string): boolean {
  if (word.length < leastLoose) return false
  for (const { index: start } of text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) {
    let at = start
    let matched = 0
    const end = Math.min(text.length, start + word.length * 2)
    for (; at < end && matched < word.length; at++) if (text[at] === word[matched]) matched += 1
    if (matched === word.length && text[start] === word[0]) return true
  }
  return false
}

export type Part = { readonly text: string; readonly isHit: boolean }

/** Cuts `text` into parts so that each hit of a word can be marked. */
export function markHits(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) return [{ text, isHit: false }]
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return text
    .split(new RegExp(`(${pattern})`, 'gi'))
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}
