// A stream in the forms in which it travels: a JSON object a line, the same with the output behind its line, an asciicast.
import { newSessionSize } from '#platform/server/tmux/new-session.ts'
import type { StreamedSession, StreamRecord } from '../contract.ts'
import { castHeader, createCast } from '../core/asciicast.ts'
import type { RenderedRecord } from './render.ts'

/** Null says that nothing came for a while. */
type Records = AsyncIterable<RenderedRecord | null>

export const streamTypes = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  parts: 'application/octet-stream',
  asciicast: 'application/x-asciicast; charset=utf-8',
} as const

export type StreamForm = keyof typeof streamTypes

export function streamAs(form: StreamForm, records: Records, session: StreamedSession): AsyncGenerator<Buffer> {
  if (form === 'asciicast') return castLines(records, session)
  return linesOf(records, form === 'parts' ? partOf : lineOf)
}

/** Fewer and larger pieces, of an answer that ends with what there is. */
export async function* gathered(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    held.push(piece)
    bytes += piece.length
    if (bytes < gatheredBytes) continue
    yield held.length === 1 ? piece : Buffer.concat(held, bytes)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held, bytes)
}

const gatheredBytes = 65_536

/** Where nothing comes for a while, an empty line. */
async function* linesOf(records: Records, told: (record: RenderedRecord) => Buffer): AsyncGenerator<Buffer> {
  for await (const record of records) yield record === null ? Buffer.from('\n') : told(record)
}

function lineOf(record: RenderedRecord): Buffer {
  if (!('data' in record)) return Buffer.from(`${JSON.stringify(record)}\n`)
  // JSON escapes nothing beyond ASCII: a letter for each byte makes the same line, and none is decoded for it.
  const line = JSON.stringify({ ...record, data: record.data.toString('latin1') })
  return Buffer.from(`${line}\n`, 'latin1')
}

function partOf(record: RenderedRecord): Buffer {
  if (!('data' in record)) return lineOf(record)
  const { data, ...head } = record
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...head, length: data.length })}\n`), data])
}

/** Where nothing comes for a while, a remark, which players skip. */
async function* castLines(records: Records, { title, createdAt }: StreamedSession): AsyncGenerator<Buffer> {
  let tell = null as ReturnType<typeof createCast> | null
  const header = (beganMs: number): Buffer => Buffer.from(castHeader({ title, beganMs, ...newSessionSize }))
  for await (const record of records) {
    if (record === null) {
      yield Buffer.from('#\n')
      continue
    }
    const atMs = Date.parse(record.at)
    if (tell === null) yield header(atMs)
    tell ??= createCast(atMs)
    yield Buffer.from(tell(asText(record)))
  }
  if (tell === null) yield header(Date.parse(createdAt))
}

/** As the contract has it. */
export function asText(record: RenderedRecord): StreamRecord {
  return 'data' in record ? { ...record, data: record.data.toString('utf8') } : record
}
