// The daemon's runs and their spool: every envelope is on the disk before it is sent, and until the hub acknowledged it.
import type { DatabaseSync } from 'node:sqlite'
import { dayMs } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import type { RunKey, StreamMark } from '../../contract/envelopes.ts'
import type { KnownRun, StreamFrame } from '../../contract/from-device.ts'
import { spoolBounds, type SpoolBounds, type Spooled } from '../../core/streams/spool.ts'
import { runRowSchema, spoolTables, type SpooledRun, type RunsTable, type SpoolTable } from './spool-tables.ts'
import { frameText } from './frame-text.ts'
import { trimSpool } from './trim-spool.ts'

type Body<F> = F extends { readonly type: string }
  ? Omit<F, 'v' | 'id' | 'ts' | 'seq' | 'session_id' | 'run_id'>
  : never
type Bodies = Body<StreamFrame>
/** An envelope of a run before it has a number. A gap is of output that could not be kept at all, and bears one. */
export type StreamBody =
  Exclude<Bodies, { readonly type: 'session.gap' }> | { readonly type: 'session.gap'; readonly bytes: number }

/** A run with how far it is told and heard. */
export type KeptRun = SpooledRun & { readonly lastSeq: number; readonly acked: number }
export type SpooledFrame = Pick<SpoolTable, 'ord' | 'frame'>

export interface RunBook extends AsyncDisposable {
  get(key: RunKey): KeptRun | null
  all(): KeptRun[]
  /** For `hello`. */
  known(): KnownRun[]
  /** Resolves once the run and its first envelope are on the disk. */
  add(row: SpooledRun, first: StreamBody): Promise<void>
  /** Numbers the envelopes and keeps them, with what changes of the run: all or nothing, in the order of the calls. */
  append(key: RunKey, bodies: readonly StreamBody[], change?: Partial<SpooledRun>): Promise<void>
  /** The hub has all of a run up to that number. */
  acknowledge(mark: StreamMark): Promise<void>
  /** The oldest that were kept after `ord`. */
  after(ord: number): Promise<SpooledFrame[]>
  /** The first number of a run that is still kept; null when none is. */
  firstKept(key: RunKey): Promise<number | null>
  /** How much of a run was kept after `ord`, in bytes. */
  bytesAfter(key: RunKey, ord: number): Promise<number>
  /** How much of a run is kept, in bytes. */
  keptBytes(key: RunKey): number
  /** Calls back after each commit that added something, until the answer is called. */
  onAppended(listener: () => void): () => void
}

export type RunBookParts = {
  readonly path: string
  readonly clock: Clock
  readonly bounds?: SpoolBounds
  /** Told of each envelope that is kept. */
  readonly onKept?: (run: SpooledRun, frame: string) => void
}

/** Ids of what was done are known for so long, so that a command which comes again does nothing. */
const memoryMs = dayMs
/** Room is made for a while, not for each envelope anew. */
const slack = 15 / 16
/** Envelopes read at once; with the longest output that is some 1 MiB. */
const atOnce = 16

/** Opens or makes the database. Throws what `openDatabase` throws. */
export async function openRunBook(parts: RunBookParts): Promise<RunBook> {
  const database = openDatabase({ path: parts.path, sync: 'full', migrations: [spoolTables] })
  const read = database.read.withTables<{ runs: RunsTable; spool: SpoolTable }>()
  const rows = await read.selectFrom('runs').selectAll().execute()
  const sizes = await read
    .selectFrom('spool')
    .select(['session_id', 'run_id', (build) => build.fn.sum<number>('bytes').as('bytes')])
    .groupBy(['session_id', 'run_id'])
    .execute()
  const book = new Book(parts, database)
  for (const { last_seq: lastSeq, acked, row } of rows)
    book.place({ ...runRowSchema.parse(JSON.parse(row)), lastSeq, acked })
  for (const { bytes, ...key } of sizes) book.grow(key, bytes)
  await book.forgetOld()
  return book
}

class Book implements RunBook {
  readonly #parts: RunBookParts
  readonly #database: Database
  readonly #bounds: SpoolBounds
  readonly #runs = new Map<string, KeptRun>()
  readonly #bytes = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  #total = 0
  #isTrimming = false

  constructor(parts: RunBookParts, database: Database) {
    this.#parts = parts
    this.#database = database
    this.#bounds = parts.bounds ?? spoolBounds
  }

  place(run: KeptRun): void {
    this.#runs.set(keyOf(run), run)
  }

  grow(key: RunKey, bytes: number): void {
    this.#bytes.set(keyOf(key), this.keptBytes(key) + bytes)
    this.#total += bytes
  }

  get(key: RunKey): KeptRun | null {
    return this.#runs.get(keyOf(key)) ?? null
  }

  all(): KeptRun[] {
    return [...this.#runs.values()]
  }

  known(): KnownRun[] {
    return this.all().map(({ session_id, run_id, lastSeq, state, start }) => ({
      session_id,
      run_id,
      last_seq: lastSeq,
      state: state === 'launching' ? 'accepted' : state,
      harness: start.harness,
    }))
  }

  keptBytes(key: RunKey): number {
    return this.#bytes.get(keyOf(key)) ?? 0
  }

  onAppended(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async add(row: SpooledRun, first: StreamBody): Promise<void> {
    const { session_id, run_id } = row
    const insert = this.#database.commits.write({
      run: (db) => {
        const text = JSON.stringify(row)
        db.prepare('INSERT INTO runs VALUES (?, ?, 0, 0, ?)').run(session_id, run_id, text)
      },
      committed: () => this.place({ ...row, lastSeq: 0, acked: 0 }),
    })
    // Of one turn, so of one commit.
    await Promise.all([insert, this.#write({ row, bodies: [first] })])
  }

  async append(key: RunKey, bodies: readonly StreamBody[], change: Partial<SpooledRun> = {}): Promise<void> {
    const row = this.get(key)
    if (row === null) throw new Error(`the run ${key.run_id} is not known`)
    await this.#write({ row, bodies, change })
    void this.#trim()
  }

  async acknowledge({ seq, ...key }: StreamMark): Promise<void> {
    const run = this.get(key)
    if (run === null || seq <= run.acked) return
    let freed = 0
    await this.#database.commits.write({
      run(db) {
        const deleted = 'DELETE FROM spool WHERE session_id = ? AND run_id = ? AND last <= ? RETURNING bytes'
        const gone = db.prepare(deleted).all(key.session_id, key.run_id, seq)
        freed = gone.reduce((sum, { bytes }) => sum + Number(bytes), 0)
        const update = 'UPDATE runs SET acked = ? WHERE session_id = ? AND run_id = ?'
        db.prepare(update).run(seq, key.session_id, key.run_id)
      },
      committed: () => {
        this.grow(key, -freed)
        this.place({ ...(this.get(key) ?? run), acked: seq })
      },
      mayUseReserve: true,
    })
  }

  async after(ord: number): Promise<SpooledFrame[]> {
    return await this.#read()
      .selectFrom('spool')
      .select(['ord', 'frame'])
      .where('ord', '>', ord)
      .orderBy('ord')
      .limit(atOnce)
      .execute()
  }

  async bytesAfter({ session_id, run_id }: RunKey, ord: number): Promise<number> {
    const row = await this.#read()
      .selectFrom('spool')
      .select((build) => build.fn.sum<number | null>('bytes').as('bytes'))
      .where('session_id', '=', session_id)
      .where('run_id', '=', run_id)
      .where('ord', '>', ord)
      .executeTakeFirst()
    return row?.bytes ?? 0
  }

  async firstKept({ session_id, run_id }: RunKey): Promise<number | null> {
    const row = await this.#read()
      .selectFrom('spool')
      .select('first')
      .where('session_id', '=', session_id)
      .where('run_id', '=', run_id)
      .orderBy('last')
      .limit(1)
      .executeTakeFirst()
    return row?.first ?? null
  }

  /** What ended long ago and is all acknowledged is not known any more. */
  async forgetOld(): Promise<void> {
    const before = this.#parts.clock.now() - memoryMs
    const old = this.all().filter(
      ({ ended_ms: ended, acked, lastSeq }) => ended !== null && ended < before && acked >= lastSeq,
    )
    for (const run of old) {
      await this.#database.commits.write({
        run: (db) => db.prepare('DELETE FROM runs WHERE session_id = ? AND run_id = ?').run(run.session_id, run.run_id),
        committed: () => void this.#runs.delete(keyOf(run)),
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]()
  }

  #read() {
    return this.#database.read.withTables<{ runs: RunsTable; spool: SpoolTable }>()
  }

  /** Numbers come from the database, inside the transaction: one that is taken back leaves no hole. */
  async #write({ row, bodies, change = {} }: Writing): Promise<void> {
    const { session_id, run_id } = row
    let written: Written = { run: { ...row, lastSeq: 0, acked: 0 }, frames: [], bytes: 0 }
    await this.#database.commits.write({
      run: (db) => {
        written = write(db, { row: this.get(row) ?? row, bodies, change, clock: this.#parts.clock })
      },
      committed: () => {
        const { lastSeq, acked, ...changed } = written.run
        this.place({ ...(this.get(row) ?? row), ...change, last_frame: changed.last_frame, lastSeq, acked })
        this.grow({ session_id, run_id }, written.bytes)
        for (const frame of written.frames) this.#parts.onKept?.(changed, frame)
        if (bodies.length > 0) for (const listener of this.#listeners) listener()
      },
      // What became of a run can't be told a second time; what it wrote must not take the room for that.
      ...(bodies.some(isOutput) ? {} : { mayUseReserve: true }),
    })
  }

  async #trim(): Promise<void> {
    const { runBytes, deviceBytes } = this.#bounds
    const isFull = this.#total > deviceBytes || [...this.#bytes.values()].some((bytes) => bytes > runBytes)
    if (!isFull || this.#isTrimming) return
    this.#isTrimming = true
    const bounds = { runBytes: runBytes * slack, deviceBytes: deviceBytes * slack }
    let freed: readonly (RunKey & { readonly bytes: number })[] = []
    try {
      await this.#database.commits.write({
        run: (db) => (freed = trimSpool(db, { bounds, clock: this.#parts.clock })),
        committed: () => freed.forEach(({ bytes, ...key }) => this.grow(key, -bytes)),
        mayUseReserve: true,
      })
    } catch {
      // The next envelope tries again.
    } finally {
      this.#isTrimming = false
    }
  }
}

type Writing = {
  readonly row: SpooledRun
  readonly bodies: readonly StreamBody[]
  readonly change?: Partial<SpooledRun>
}
type Written = { readonly run: KeptRun; readonly frames: readonly string[]; readonly bytes: number }

function write(db: DatabaseSync, { row, bodies, change = {}, clock }: Writing & { readonly clock: Clock }): Written {
  const { session_id, run_id } = row
  const select = 'SELECT last_seq, acked, row FROM runs WHERE session_id = ? AND run_id = ?'
  const found = db.prepare(select).get(session_id, run_id)
  const stored = runRowSchema.parse(JSON.parse(String(found?.row)))
  let seq = Number(found?.last_seq)
  const insert = db.prepare(
    `INSERT INTO spool (session_id, run_id, first, last, kind, bytes, lost, frame) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  let bytes = 0
  const frames = bodies.map((body) => {
    seq += 1
    const span = body.type === 'session.gap' ? { from: seq, to: seq } : {}
    const frame = frameText({ ...body, ...span, session_id, run_id, seq }, clock)
    const { kind, output } = weigh(body)
    const taken = kind === 'gap' ? 0 : frame.length
    bytes += taken
    insert.run(session_id, run_id, seq, seq, kind, taken, output, frame)
    return frame
  })
  const isOver = bodies.some(({ type }) => type === 'session.exit' || type === 'session.refused')
  const changed = { ...stored, ...change, ...(isOver ? { last_frame: frames.at(-1) ?? null } : {}) }
  const update = 'UPDATE runs SET last_seq = ?, row = ? WHERE session_id = ? AND run_id = ?'
  db.prepare(update).run(seq, JSON.stringify(changed), session_id, run_id)
  return { run: { ...changed, lastSeq: seq, acked: Number(found?.acked) }, frames, bytes }
}

/** What an envelope is to the bounds of the spool, and how much of its child's output it stands for. */
function weigh(body: StreamBody): Pick<Spooled, 'kind' | 'output'> {
  if (body.type === 'session.gap') return { kind: 'gap', output: body.bytes }
  if (!isOutput(body)) return { kind: 'kept', output: 0 }
  return { kind: 'output', output: Buffer.byteLength(body.data, 'base64') }
}

function isOutput(body: StreamBody): body is Extract<StreamBody, { readonly data: string }> {
  return body.type === 'session.stdout' || body.type === 'session.stderr'
}

function keyOf({ session_id, run_id }: RunKey): string {
  return JSON.stringify([session_id, run_id])
}
