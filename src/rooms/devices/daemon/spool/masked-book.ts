// A book of runs that keeps and sends nothing of what a run has to hide.
import type { Harness } from '#base/harness/adapter.ts'
import type { RunBook, StreamBody } from './run-book.ts'
import type { SpooledRun } from './spool-tables.ts'

/** Hides what runs were handed; see the vault's daemon. */
export type RunMasks = {
  /** Null for a run that has nothing to hide. */
  readonly maskOf: (run: HandedRun) => Promise<Mask | null>
  /** Of all that was ever handed out here; null when there was nothing. */
  readonly maskOfAll: () => Promise<Mask | null>
  readonly forget: (runId: string) => void
}

/** A run with the ciphertexts that it was handed, by the name of their variable. */
export type HandedRun = {
  readonly run_id: string
  readonly harness: Harness
  readonly credentials: Readonly<Record<string, string>>
}

/** The mask of one run. */
export type Mask = {
  readonly text: (text: string) => string
  readonly stream: (kind: 'bytes' | 'text') => MaskStream
}

type MaskStream = {
  readonly take: (part: string) => string
  readonly end: () => string
  readonly mark: () => () => void
}

export function handedTo({ run_id, start: { harness, credentials } }: SpooledRun): HandedRun {
  return { run_id, harness, credentials }
}

type Output = Extract<StreamBody, { readonly data: string }>
type Streams = Map<Output['type'], { readonly stream: MaskStream; lastAt: number }>

/** The same book, but for what is appended to it. */
export function maskedBook(book: RunBook, masks: Pick<RunMasks, 'maskOf' | 'forget'>): RunBook {
  const streams = new Map<string, Streams>()
  const append: RunBook['append'] = async (key, bodies, change) => {
    const run = book.get(key)
    const hasSecrets = run !== null && Object.keys(run.start.credentials).length > 0
    if (!hasSecrets) return book.append(key, bodies, change)
    const mask = await masks.maskOf(handedTo(run))
    if (mask === null) return book.append(key, bodies, change)
    const own: Streams = streams.get(key.run_id) ?? new Map()
    streams.set(key.run_id, own)
    const backs = [...own.values()].map(({ stream }) => stream.mark())
    const isOver = bodies.some(({ type }) => type === 'session.exit' || type === 'session.refused')
    const shown = bodies.flatMap((body) => (isOutput(body) ? maskOutput(body, mask, own) : [maskDeep(body, mask)]))
    try {
      await book.append(key, [...(isOver ? endsOf(own) : []), ...shown], change)
    } catch (error) {
      for (const back of backs) back()
      throw error
    }
    if (!isOver) return
    streams.delete(key.run_id)
    masks.forget(key.run_id)
  }
  return {
    append,
    add: (row, first) => book.add(row, first),
    get: (key) => book.get(key),
    all: () => book.all(),
    known: () => book.known(),
    acknowledge: (mark) => book.acknowledge(mark),
    after: (ord) => book.after(ord),
    firstKept: (key) => book.firstKept(key),
    bytesAfter: (key, ord) => book.bytesAfter(key, ord),
    keptBytes: (key) => book.keptBytes(key),
    onAppended: (listener) => book.onAppended(listener),
    [Symbol.asyncDispose]: () => book[Symbol.asyncDispose](),
  }
}

function maskOutput(body: Output, mask: Mask, own: Streams): StreamBody[] {
  const known = own.get(body.type) ?? { stream: mask.stream('bytes'), lastAt: 0 }
  own.set(body.type, known)
  known.lastAt = body.at
  const out = known.stream.take(Buffer.from(body.data, 'base64').toString('latin1'))
  return out === '' ? [] : [{ ...body, data: Buffer.from(out, 'latin1').toString('base64') }]
}

/** What was held, since it looked like the beginning of what is hidden. */
function endsOf(own: Streams): StreamBody[] {
  return [...own].flatMap(([type, { stream, lastAt }]) => {
    const out = stream.end()
    return out === '' ? [] : [{ type, data: Buffer.from(out, 'latin1').toString('base64'), at: lastAt }]
  })
}

function isOutput(body: StreamBody): body is Output {
  return body.type === 'session.stdout' || body.type === 'session.stderr'
}

/** Every text in it. */
export function maskDeep<T>(value: T, mask: Mask): T {
  // What follows has the shape that it is made from: texts stay texts.
  return reshape(value, mask) as T
}

function reshape(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask.text(value)
  if (Array.isArray(value)) return value.map((each) => reshape(each, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, reshape(each, mask)]))
}
