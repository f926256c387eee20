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
  if (at === -1) return Number.POSITIVE_INFINITY
  if (at === 0) return 0
  return /[\s\-_/.]/.test(text.charAt(at - 1)) ? 1 : 2
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
