// What one room has written in the commit of another room's change.
import type { DatabaseSync } from 'node:sqlite'

/** Both changes are committed, or neither. */
export type Alongside = {
  readonly write: (db: DatabaseSync) => void
  /** Right after the commit. Must not throw. */
  readonly committed?: () => void
}

/** Both of them with one change. */
export function bothAlongside(first: Alongside | null, second: Alongside): Alongside {
  return {
    write(db) {
      first?.write(db)
      second.write(db)
    },
    committed() {
      first?.committed?.()
      second.committed?.()
    },
  }
}
