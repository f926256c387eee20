// What one room has written in the commit of another room's change.
import type { News } from './news.ts'
import type { Script } from './script.ts'

/** Both changes are committed, or neither. By itself it is a write of its own. */
export type Alongside = {
  readonly script: () => Script
  /** Right after the commit. Must not throw. */
  readonly committed?: () => void
  /** What other services that share the database have to read anew, asked as that of a write. */
  readonly news?: () => readonly News[]
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
    news: () => [...(first?.news?.() ?? []), ...(second.news?.() ?? [])],
  }
}
