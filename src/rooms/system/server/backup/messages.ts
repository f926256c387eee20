// What the service and the process that makes a backup tell each other.
import type { Manifest } from '../../contract.ts'

/** What to do, as the one argument of the process. */
export type BackupOrder = {
  readonly home: string
  /** The archive. Beside it lie the copies that are worked on. */
  readonly path: string
  readonly manifest: Manifest
  /** False where the tables of the service are in PostgreSQL: then none are in the archive. */
  readonly hasTables: boolean
}

/** What becomes of it. `copied` counts what went into the archive, of about `total`. */
export type FromBackup =
  | { readonly kind: 'step'; readonly step: 'database' | 'archive'; readonly total: number }
  | { readonly kind: 'copied'; readonly bytes: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly isDiskFull: boolean }
  | { readonly kind: 'done' }

/** The copies that a process works on, named so that a later start clears them away (`left-overs.ts`). */
export function workFiles(path: string, pid: number): { readonly database: string; readonly archive: string } {
  return { database: `${path}.db.${pid}.1.tmp`, archive: `${path}.${pid}.2.tmp` }
}
