// The one queue of writes: what arrives in one turn of the event loop is committed in one transaction.
import type { DatabaseSync } from 'node:sqlite'

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
  /** Commits at once whatever waits, for the end of the process. */
  flushSync(): void
}

type Waiting = { readonly write: Write; readonly resolve: () => void; readonly reject: (error: StorageError) => void }

export function createGroupCommit(db: DatabaseSync): GroupCommit {
  let waiting: Waiting[] = []
  let scheduled = false
  const statements = { begin: db.prepare('BEGIN IMMEDIATE'), commit: db.prepare('COMMIT') }

  function flush(): void {
    scheduled = false
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      statements.begin.run()
      for (const { write } of batch) write.run(db)
      statements.commit.run()
    } catch (error) {
      takeBack(db, batch, new StorageError('The database did not take the change.', { cause: error }))
      return
    }
    for (const { write } of batch) write.committed?.()
    for (const { resolve } of batch) resolve()
  }

  return {
    write(write) {
      return new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject })
        if (scheduled) return
        scheduled = true
        setImmediate(flush)
      })
    },
    flushSync: flush,
  }
}

function takeBack(db: DatabaseSync, batch: readonly Waiting[], error: StorageError): void {
  if (db.isTransaction) db.exec('ROLLBACK')
  for (const { write } of batch.toReversed()) write.undo?.()
  for (const { reject } of batch) reject(error)
}
