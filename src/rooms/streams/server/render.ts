// Records of a stream as they are told: characters in the place of bytes, and of the escape sequences those that draw.
import { StringDecoder } from 'node:string_decoder'
import { createSanitizer } from '#base/terminal/sanitize.ts'
import { toIso } from '#base/time.ts'
import { streamRecordSchema, type StreamRecord } from '../contract.ts'
import type { RawRecord } from './read-journal.ts'

/** Takes the records of one stream, in their order; null for one of which nothing is to be shown. */
export function createRender(): (raw: RawRecord) => StreamRecord | null {
  // A character and a sequence may be cut where two records meet.
  const decoder = new StringDecoder('utf8')
  const sanitizer = createSanitizer()
  let hasBegun = false
  const clean = (bytes: Buffer): string => sanitizer.feed(decoder.write(bytes)).text
  return ({ line: { kind, seq, atMs, length, payload }, bytes, before }) => {
    const head = { seq, at: toIso(atMs) }
    if (kind === 'stdout' || kind === 'stderr' || kind === 'untimed') {
      if (bytes.length < length) return { ...head, kind: 'gap', bytes: length - bytes.length, reason: putAside }
      if (!hasBegun) clean(before)
      hasBegun = true
      const data = clean(bytes)
      if (data === '') return null
      return kind === 'untimed' ? { ...head, kind: 'stdout', data, untimed: true } : { ...head, kind, data }
    }
    return streamRecordSchema.safeParse({ ...payload, ...head, kind }).data ?? null
  }
}

const putAside = 'no longer kept'
