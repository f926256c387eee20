// The text of a record, for sessions.json and for checkpoints.
import type { SessionRecord } from '../core/record.ts'
import { toStored } from '../core/stored-session.ts'

/** Records never change, so that the text of each is made once: at 10,000 sessions a write costs a join. */
const texts = new WeakMap<SessionRecord, string>()

export function storedText(record: SessionRecord): string {
  const known = texts.get(record)
  if (known !== undefined) return known
  const text = JSON.stringify(toStored(record))
  texts.set(record, text)
  return text
}
