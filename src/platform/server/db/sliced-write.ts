// A transaction too long for one turn of the event loop: it runs in slices, and between them the service answers.
import type { DatabaseSync } from 'node:sqlite'
import type { News } from './news.ts'
import type { Script } from './script.ts'
import { scriptSlices } from './sqlite-script.ts'

export type SlicedWrite = SlicedStatements & {
  /** Runs right after the commit. Must not throw. The best place to change memory: others may have changed it meanwhile. */
  readonly committed?: () => void
  /** As of `Write`. */
  readonly news?: () => readonly News[]
  /** Takes back what the writer changed in memory, when the transaction failed or was aborted. Must not throw. */
  readonly undo?: () => void
  /** Aborted before the commit, it gives the transaction up. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Run inside the transaction, up to the next `pause` at a time: what stands between two should take well under a millisecond. It
 * begins when no other write is under way or waits: memory and tables then agree. What it holds open is closed by its own
 * `finally` when the transaction is given up.
 */
export type SlicedStatements =
  { readonly script: () => Script } | { readonly run: (db: DatabaseSync) => Iterable<unknown> }

/** No step begins later than this, so that a slice with its last step stays within 10 ms. */
const sliceMs = 8

/** Begins and commits; each step of the generator is a slice. Throws what `run` or SQLite throws, or the signal's reason. */
export function* inSlices(db: DatabaseSync, write: SlicedWrite): Generator<void, void> {
  const { signal } = write
  signal?.throwIfAborted()
  db.exec('BEGIN IMMEDIATE')
  let beganMs = performance.now()
  for (const _ of 'script' in write ? scriptSlices(db, write.script()) : write.run(db)) {
    if (performance.now() - beganMs < sliceMs) continue
    yield
    signal?.throwIfAborted()
    beganMs = performance.now()
  }
  // The pages of a long transaction go to the log at once, which is a slice by itself.
  yield
  signal?.throwIfAborted()
  db.exec('COMMIT')
}
