// Turns what a person typed into a query of the full-text index.
import { wordsOf } from './words.ts'

/** Writing without spaces between words: the index knows no words there. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u

export type Search =
  | { readonly kind: 'all' }
  /**
   * Every word must occur, as the beginning of a word. `match` is safe to give to MATCH; `phrases` say the same for LIKE over
   * what `wordsOf` makes of a text: one for each.
   */
  | { readonly kind: 'words'; readonly match: string; readonly phrases: readonly string[] }
  /** Every text must occur anywhere; each is escaped for LIKE with a backslash. */
  | { readonly kind: 'parts'; readonly like: readonly string[] }

export function searchFor(text: string): Search {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return { kind: 'all' }
  // What has no letter or digit is nothing to the index, and would match nothing.
  if (unspaced.test(text) || words.some((word) => !/[\p{L}\p{N}]/u.test(word))) {
    return { kind: 'parts', like: words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`) }
  }
  return {
    kind: 'words',
    match: words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' '),
    phrases: words.map((word) => `%${wordsOf(word)}%`),
  }
}
