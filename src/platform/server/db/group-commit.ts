// The one queue of writes: what arrives together is committed in one transaction, and what comes by itself at once.
import type { DatabaseSync } from 'node:sqlite'
import type { News } from './news.ts'
import { onSqlite, type Script } from './script.ts'
import { inSlices, type SlicedWrite } from './sliced-write.ts'
import { runScript } from './sqlite-script.ts'
import { isLocked, notTaken, StorageError, type StorageTrouble } from './storage-error.ts'

export { StorageError } from './storage-error.ts'

export type Write = Statements & {
  /** Runs right after the commit, in the order of the queue. Must not throw. */
  readonly committed?: () => void
  /** Takes back what the writer changed in memory; runs in reverse order when the transaction failed. Must not throw. */
  readonly undo?: () => void
  /**
   * What other services that share the database have to read anew, asked after the script inside its transaction. Nobody asks
   * where one service has the database for itself.
   */
  readonly news?: () => readonly News[]
  /**
   * The room on whose memory it was planned. Where a write turns out to be behind (`BehindError`), those of its room that came
   * after it are refused with it, since they may build on it, and no others.
   */
  readonly plannedOn?: string
  /** What happened to agents, which no later try can tell again: it may use the reserve of a full disk. */
  readonly mayUseReserve?: true
}

/** What is written inside the transaction; once more when the first try found the disk full and the reserve made room. */
export type Statements = { readonly script: () => Script } | { readonly run: (db: DatabaseSync) => void }

/** What it writes, as a part of another script. */
export function scriptOf(write: Statements): Script {
  return 'script' in write ? write.script() : onSqlite(write.run)
}

export interface GroupCommit {
  /** Resolves once the write is committed, rejects with `StorageError` once it is undone. */
  write(write: Write): Promise<void>
  /**
   * One long transaction, all or nothing, with the event loop free between its slices; other writes wait for its end, and
   * those that wait already go first. Rejects once it is undone: with `StorageError`, or with the reason of its signal.
   */
  writeInSlices(write: SlicedWrite): Promise<void>
  /** Grows with each commit: who follows what others write has nothing to look for while it stays. */
  count(): number
}

/** The queue of a SQLite file. */
export interface FileCommits extends GroupCommit {
  /** Commits at once whatever waits, for the end of the process; a long transaction is run to its end first. */
  flushSync(): void
}

/** What stands around each commit. */
export type CommitGuard = {
  /** Throws `StorageError` when the file is not the one at its path any more. */
  readonly assertInPlace: () => void
  /** Makes room on a full disk; false when there is nothing (left) to give up. */
  readonly giveUpReserve: () => boolean
  /** The reserve is given up: only what may use it is taken. */
  readonly isOnReserve: () => boolean
  /** Told the outcome of each commit: null for one that went through. */
  readonly onOutcome: (trouble: StorageTrouble | null) => void
}

/** For a database that nothing happens to, as in a measurement. */
export const unguarded: CommitGuard = {
  assertInPlace: () => {},
  giveUpReserve: () => false,
  isOnReserve: () => false,
  onOutcome: () => {},
}

/**
 * A lock of another program is waited for in short tries between turns of the event loop, never inside SQLite, where all
 * that the service does would wait as well.
 */
const lockRetryMs = 20
/**
 * After a commit so long ago a write goes as soon as what brought it about is through, before the event loop reads the next
 * socket: on a busy loop it would wait there for longer than its commit takes. Sooner after one, all of a turn go together.
 */
export const quietMs = 2
/** Checkpoints and small writes of other programs take milliseconds; who holds a lock for longer forgot it. */
const lockLimitMs = 2000
/** At the end of the process nobody is served any more, and waiting inside SQLite is fine. */
const lastWaitMs = 2000

type Promised<W> = { readonly write: W; readonly resolve: () => void; readonly reject: (reason: unknown) => void }

export function createGroupCommit(db: DatabaseSync, guard: CommitGuard): FileCommits {
  return new WriteQueue(db, guard)
}

class WriteQueue implements FileCommits {
  readonly #db: DatabaseSync
  readonly #guard: CommitGuard
  readonly #commitTogether: (batch: readonly Promised<Write>[]) => Committed
  #waiting: Promised<Write>[] = []
  readonly #long: Promised<SlicedWrite>[] = []
  #open: OpenWrite | null = null
  #isScheduled = false
  #count = 0
  /** Since when another program has held the database; null while it is free. */
  #lockedSinceMs: number | null = null
  #committedMs = Number.NEGATIVE_INFINITY

  constructor(db: DatabaseSync, guard: CommitGuard) {
    this.#db = db
    this.#guard = {
      ...guard,
      onOutcome: (trouble) => {
        if (trouble === null) this.#count += 1
        guard.onOutcome(trouble)
      },
    }
    this.#commitTogether = prepareCommit(db, this.#guard)
  }

  count(): number {
    return this.#count
  }

  write(write: Write): Promise<void> {
    if (this.#guard.isOnReserve() && write.mayUseReserve !== true) return refuseOnReserve(write)
    this.#schedule(this.#open === null && this.#long.length === 0 && this.#isQuiet())
    return new Promise((resolve, reject) => void this.#waiting.push({ write, resolve, reject }))
  }

  writeInSlices(write: SlicedWrite): Promise<void> {
    if (this.#guard.isOnReserve()) return refuseOnReserve(write)
    this.#schedule(false)
    return new Promise((resolve, reject) => void this.#long.push({ write, resolve, reject }))
  }

  flushSync(): void {
    this.#db.exec(`PRAGMA busy_timeout = ${lastWaitMs}`)
    this.#lockedSinceMs = Number.NEGATIVE_INFINITY
    while (this.#isBusy()) this.#takeTurn()
  }

  #isBusy(): boolean {
    return this.#open !== null || this.#waiting.length > 0 || this.#long.length > 0
  }

  #isQuiet(): boolean {
    return performance.now() - this.#committedMs >= quietMs
  }

  /** `isAlone`: nothing else is written now. Between slices the event loop goes on. */
  #schedule(isAlone: boolean): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const turn = (): void => {
      this.#isScheduled = false
      this.#takeTurn()
      if (this.#isBusy()) this.#schedule(false)
    }
    if (this.#lockedSinceMs !== null) setTimeout(turn, lockRetryMs)
    else if (isAlone) afterPromises(turn)
    else setImmediate(turn)
  }

  /** One slice of the open transaction; or all that waits, and then the first slice of the next long one. */
  #takeTurn(): void {
    if (this.#open === null && this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      if (this.#commitTogether(batch) === 'locked') return this.#waitForLock(batch)
      this.#lockedSinceMs = null
      this.#committedMs = performance.now()
    }
    // What a `committed` has just asked for goes first, too.
    if (this.#open === null && this.#waiting.length === 0) this.#open = openNext(this.#db, this.#long)
    if (this.#open !== null) this.#advance(this.#open)
  }

  #advance(open: OpenWrite): void {
    const state = runSlice(this.#db, { open, guard: this.#guard })
    if (state === 'open') return
    this.#open = null
    this.#lockedSinceMs = state === 'locked' ? this.#lockedSinceMs : null
    if (state === 'ended') return
    this.#long.unshift(open)
    this.#waitForLock([])
  }

  /** The batch goes back to its place; once the lock has lasted too long, all that waits is refused together. */
  #waitForLock(batch: readonly Promised<Write>[]): void {
    this.#waiting = [...batch, ...this.#waiting]
    this.#lockedSinceMs ??= performance.now()
    if (performance.now() - this.#lockedSinceMs < lockLimitMs) return
    const refused = [...this.#waiting, ...this.#long.splice(0)]
    this.#waiting = []
    this.#guard.onOutcome('locked')
    takeBack(this.#db, refused, new StorageError('Another program holds the database locked.', { trouble: 'locked' }))
  }
}

/** Once all promises have settled that wait for nothing outside: what one thing brought about is asked for by then. */
function afterPromises(act: () => void): void {
  queueMicrotask(() => process.nextTick(act))
}

/** At once, while it is the newest change in memory: nothing that is taken back later builds on it. */
function refuseOnReserve(write: Pick<Write, 'undo'>): Promise<void> {
  write.undo?.()
  return Promise.reject(new StorageError('The disk is full.', { trouble: 'full' }))
}

/** `locked`: nothing happened yet, and the batch is to be tried again. */
type Committed = 'ended' | 'locked'

function prepareCommit(db: DatabaseSync, guard: CommitGuard): (batch: readonly Promised<Write>[]) => Committed {
  const statements = { begin: db.prepare('BEGIN IMMEDIATE'), commit: db.prepare('COMMIT') }

  function runAll(batch: readonly Promised<Write>[]): void {
    guard.assertInPlace()
    statements.begin.run()
    for (const { write } of batch) {
      if ('script' in write) runScript(db, write.script())
      else write.run(db)
    }
    statements.commit.run()
  }

  return function commit(batch): Committed {
    try {
      runAll(batch)
    } catch (error) {
      const reason = notTaken(error)
      if (!db.isTransaction && isLocked(error)) return 'locked'
      if (db.isTransaction) db.exec('ROLLBACK')
      if (reason.trouble === 'full' && guard.giveUpReserve()) return commit(batch)
      guard.onOutcome(reason.trouble)
      takeBack(db, batch, reason)
      return 'ended'
    }
    guard.onOutcome(null)
    for (const { write } of batch) write.committed?.()
    for (const { resolve } of batch) resolve()
    return 'ended'
  }
}

type OpenWrite = Promised<SlicedWrite> & { readonly slices: Iterator<void> }

function openNext(db: DatabaseSync, long: Promised<SlicedWrite>[]): OpenWrite | null {
  const next = long.shift()
  return next === undefined ? null : { ...next, slices: inSlices(db, next.write) }
}

/** `ended`: the transaction is committed or taken back. */
function runSlice(
  db: DatabaseSync,
  { open, guard }: { readonly open: OpenWrite; readonly guard: CommitGuard },
): 'open' | Committed {
  const { write, slices, resolve } = open
  try {
    guard.assertInPlace()
    if (slices.next().done !== true) return 'open'
  } catch (error) {
    const isAborted = write.signal?.aborted === true
    if (!isAborted && !db.isTransaction && isLocked(error)) return 'locked'
    const reason = notTaken(error)
    if (!isAborted) guard.onOutcome(reason.trouble)
    takeBack(db, [open], isAborted ? write.signal.reason : reason)
    return 'ended'
  }
  guard.onOutcome(null)
  write.committed?.()
  resolve()
  return 'ended'
}

function takeBack(db: DatabaseSync, batch: readonly Promised<Pick<Write, 'undo'>>[], reason: unknown): void {
  if (db.isTransaction) db.exec('ROLLBACK')
  for (const { write } of batch.toReversed()) write.undo?.()
  for (const { reject } of batch) reject(reason)
}
