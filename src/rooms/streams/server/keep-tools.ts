// What a tool did is committed with the event that told of it, and stands in the session's stream right after.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { bothAlongside, type Alongside } from '#platform/server/db/alongside.ts'
import type { SessionFact } from '../contract.ts'
import { addFact, type NewFact } from './facts.ts'
import type { ReportTo } from './ports.ts'

export type KeepingTools = {
  readonly clock: Clock
  /** It is committed. */
  readonly tell: (fact: SessionFact) => void
}

/** Applies reports as `report` does, and keeps what tools did. */
export function keepTools(parts: KeepingTools, report: ReportTo): ReportTo {
  return (told, along = () => null) => {
    const { tool } = told
    if (tool === undefined) return report(told, along)
    const at = told.firedAt ?? toIso(parts.clock.now())
    return report(told, (session) =>
      bothAlongside(
        along(session),
        keepFact(parts, { sessionId: session.id, at, learned: { source: 'hook', ...tool } }),
      ),
    )
  }
}

/** Commits a fact, and tells of it right after. */
export function keepFact({ tell }: KeepingTools, used: NewFact): Alongside {
  let fact = 0
  return {
    *script() {
      fact = yield* addFact(used)
    },
    committed: () => tell({ ...used.learned, fact, sessionId: used.sessionId, at: used.at }),
  }
}
