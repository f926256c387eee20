// The one queue of writes: what arrives in one turn of the event loop is committed in one transaction.
import type { DatabaseSync } from 'node:sqlite'
import { inSlices, type SlicedWrite } from './sliced-write.ts'

/** The database took none of the writes, as on a full disk. What was changed in memory has been undone. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code = 'storage_unavailable'
}

export type Write = {
  /** Runs inside the transaction. */
  readonly run: (db: DatabaseSync) => void
  /** Runs right after the commit, in the order of the queue. Must not throw. */
  readonly committed?: () => void
  /** Takes back what the writer changed in memory; runs in reverse order when the transaction failed. Must not throw. */
  readonly undo?: () => void
}

export interface GroupCommit {
  /** Resolves once the write is committed, rejects with `StorageError` once it is undone. */
  write(write: Write): Promise<void>
  /**
   * One long transaction, all or nothing, with the event loop free between its slices; other writes wait for its end, and
   * those that wait already go first. Rejects once it is undone: with `StorageError`, or with the reason of its signal.
   */
  writeInSlices(write: SlicedWrite): Promise<void>
  /** Commits at once whatever waits, for the end of the process; a long transaction is run to its end first. */
  flushSync(): void
}

type Promised<W> = { readonly write: W; readonly resolve: () => void; readonly reject: (reason: unknown) => void }

export function createGroupCommit(db: DatabaseSync): GroupCommit {
  const commitTogether = prepareCommit(db)
  let waiting: Promised<Write>[] = []
  const long: Promised<SlicedWrite>[] = []
  let open: OpenWrite | null = null
  let scheduled = false

  function schedule(): void {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      takeTurn()
      if (isBusy()) schedule()
    })
  }

  const isBusy = () => open !== null || waiting.length > 0 || long.length > 0

  /** One slice of the open transaction; or all that waits, and then the first slice of the next long one. */
  function takeTurn(): void {
    if (open === null && waiting.length > 0) {
      const batch = waiting
      waiting = []
      commitTogether(batch)
    }
    // What a `committed` has just asked for goes first, too.
    if (open === null && waiting.length === 0) open = openNext(db, long)
    if (open !== null && !runSlice(db, open)) open = null
  }

  return {
    write(write) {
      schedule()
      return new Promise((resolve, reject) => void waiting.push({ write, resolve, reject }))
    },
    writeInSlices(write) {
      schedule()
      return new Promise((resolve, reject) => void long.push({ write, resolve, reject }))
    },
    flushSync() {
      while (isBusy()) takeTurn()
    },
  }
}

function prepareCommit(db: DatabaseSync): (batch: readonly Promised<Write>[]) => void {
  const statements = { begin: db.prepare('BEGIN IMMEDIATE'), commit: db.prepare('COMMIT') }
  return (batch) => {
    try {
      statements.begin.run()
      for (const { write } of batch) write.run(db)
      statements.commit.run()
    } catch (error) {
      takeBack(db, batch, notTaken(error))
      return
    }
    for (const { write } of batch) write.committed?.()
    for (const { resolve } of batch) resolve()
  }
}

type OpenWrite = Promised<SlicedWrite> & { readonly slices: Iterator<void> }

function openNext(db: DatabaseSync, long: Promised<SlicedWrite>[]): OpenWrite | null {
  const next = long.shift()
  return next === undefined ? null : { ...next, slices: inSlices(db, next.write) }
}

/** False when that was the last one: the transaction is committed or taken back. */
function runSlice(db: DatabaseSync, open: OpenWrite): boolean {
  const { write, slices, resolve } = open
  try {
    if (slices.next().done !== true) return true
  } catch (error) {
    takeBack(db, [open], write.signal?.aborted === true ? write.signal.reason : notTaken(error))
    return false
  }
  write.committed?.()
  resolve()
  return false
}

function notTaken(cause: unknown): StorageError {
  return new StorageError('The database did not take the change.', { cause })
}

function takeBack(db: DatabaseSync, batch: readonly Promised<Pick<Write, 'undo'>>[], reason: unknown): void {
  if (db.isTransaction) db.exec('ROLLBACK')
  for (const { write } of batch.toReversed()) write.undo?.()
  for (const { reject } of batch) reject(reason)
}
