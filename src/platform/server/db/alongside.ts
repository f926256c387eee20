// What one room has written in the commit of another room's change.
import type { Script } from './script.ts'

/** Both changes are committed, or neither. By itself it is a write of its own. */
export type Alongside = {
  readonly script: () => Script
  /** Right after the commit. Must not throw. */
  readonly committed?: () => void
}

/** Both of them with one change. */
export function bothAlongside(first: Alongside | null, second: Alongside): Alongside {
  return {
    *script() {
      if (first !== null) yield* first.script()
      yield* second.script()
    },
    committed() {
      first?.committed?.()
      second.committed?.()
    },
  }
}
