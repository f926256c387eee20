// Records of a stream as they are told: of the escape sequences those that draw.
import { toIso } from '#base/time.ts'
import { streamRecordSchema, type OutputBytes, type StreamRecord } from '../contract.ts'
import { createCleaner } from './clean-output.ts'
import type { RawRecord } from './read-journal.ts'

/** As it is told; output as UTF-8, which no form has to decode. */
export type RenderedRecord = OutputBytes<Buffer> | Exclude<StreamRecord, { readonly data: string }>

/** Takes the records of one stream, in their order; null for one of which nothing is to be shown. */
export function createRender(): (raw: RawRecord) => RenderedRecord | null {
  // A character and a sequence may be cut where two records meet.
  const clean = createCleaner()
  let hasBegun = false
  return ({ line: { kind, seq, atMs, length, payload }, bytes, before }) => {
    const head = { seq, at: toIso(atMs) }
    if (kind === 'stdout' || kind === 'stderr' || kind === 'untimed') {
      if (bytes.length < length) return { ...head, kind: 'gap', bytes: length - bytes.length, reason: putAside }
      if (!hasBegun) clean(before)
      hasBegun = true
      const data = clean(bytes)
      if (data.length === 0) return null
      return kind === 'untimed' ? { ...head, kind: 'stdout', untimed: true, data } : { ...head, kind, data }
    }
    const told = streamRecordSchema.safeParse({ ...payload, ...head, kind }).data
    return told === undefined || 'data' in told ? null : told
  }
}

const putAside = 'no longer kept'
