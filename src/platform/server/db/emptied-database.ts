// Notices a database that a crash of the machine has emptied: SQLite takes a file of no bytes for a new database.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The file has no bytes, though the home was in use: its tasks and histories are lost, or stand in a copy. */
export class EmptiedDatabaseError extends Error {
  override readonly name = 'EmptiedDatabaseError'
}

/** Written soon after a first start, and never without a database beside it. */
const signOfUse = 'sessions.json'

/** A file that is not there is no accident: a person moved it away to begin anew. */
export function refuseEmptied(path: string): void {
  const size = sizeOf(path)
  const sign = join(dirname(path), signOfUse)
  if (size === 0 && (sizeOf(sign) ?? 0) > 0) throw new EmptiedDatabaseError(`it has no bytes, though ${sign} is there`)
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}
