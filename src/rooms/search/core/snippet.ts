// The part of a text that is shown of a result: a line around the first hit.
import { findHits } from '#base/search-words.ts'
import { oneLine } from '#base/cut-text.ts'

/** What two lines show. */
const snippetLength = 180
/** Characters before the first hit, so that it is read in its place. */
const before = 50

/** Empty for a text without a hit; with none of the words wanted, its beginning. */
export function snippetOf(text: string, wanted: readonly string[]): string {
  const [first] = findHits(text, wanted, 1)
  if (first === undefined) return ''
  const from = startOf(text, first.start)
  const part = text.slice(from, from + snippetLength * 2)
  // What else is known of it stands behind a blank line, and in the line below.
  const end = part.indexOf('\n\n', first.end - from)
  const line = oneLine(end === -1 ? part : part.slice(0, end), snippetLength)
  return from === 0 ? line : `…${line}`
}

/** The beginning of a word, some characters before the hit. */
function startOf(text: string, hit: number): number {
  if (hit <= before) return 0
  const near = hit - before
  const blank = text.slice(near, hit).search(/\s/)
  return blank === -1 ? near : near + blank + 1
}
