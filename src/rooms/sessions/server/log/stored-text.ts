// The text of records, for sessions.json and for checkpoints, in slices that no turn of the event loop is long for.
import type { SessionRecord } from '../../core/record.ts'
import { toStored } from '../../core/restore/stored-session.ts'

/** Records never change, so that the text of each is made once: at 10,000 sessions a write costs a join. */
const texts = new WeakMap<SessionRecord, string>()
/** A larger prompt is put into text again for each write: kept, it would be held twice. */
const mostKeptCharacters = 16 * 1024

export function storedText(record: SessionRecord): string {
  const known = texts.get(record)
  if (known !== undefined) return known
  const text = JSON.stringify(toStored(record))
  if (text.length <= mostKeptCharacters) texts.set(record, text)
  return text
}

/** Records of one slice: a few milliseconds where all of them are new. */
const mostRecords = 500
/** A slice ends where it reaches this: 500 prompts of a megabyte would be more than a string can hold. */
const mostCharacters = 1024 * 1024

/** The texts of the records, `separator` between them, slice by slice; nothing for no records. */
export function* storedSlices(records: readonly SessionRecord[], separator: string): Generator<string> {
  let slice: string[] = []
  let length = 0
  for (const record of records) {
    const text = storedText(record)
    slice.push(text)
    length += text.length
    if (slice.length < mostRecords && length < mostCharacters) continue
    yield slice.join(separator)
    slice = []
    length = 0
  }
  if (slice.length > 0) yield slice.join(separator)
}
