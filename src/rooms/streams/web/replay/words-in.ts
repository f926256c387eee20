// Where words that a search found stand in a recording.
import { terminalText } from '#base/terminal-text.ts'
import type { Recording } from '../../core/replay/recording.ts'

/** A search looks at the end of an output, and so far is looked here. */
const lookedBytes = 65_536

/** When the last place was written that has the longest of the words, in milliseconds; null where none has. */
export function wordsIn({ items, itemTimes }: Recording, words: string): number | null {
  const wanted = words
    .split(/[\s"]+/)
    .reduce((one, other) => (other.length > one.length ? other : one), '')
    .toLowerCase()
  if (wanted === '') return null
  const decoder = new TextDecoder()
  let after = ''
  let looked = 0
  for (let index = items.length - 1; index >= 0 && looked < lookedBytes; index -= 1) {
    const item = items[index]
    if (item?.kind !== 'output') continue
    looked += item.bytes.length
    const own = terminalText(decoder.decode(item.bytes), { keepColour: false }).toLowerCase()
    if (`${own}${after}`.includes(wanted)) return itemTimes[index] ?? null
    // What begins here may go on in what follows.
    after = `${own}${after}`.slice(0, wanted.length)
  }
  return null
}
