// What the parts of this room's server work on together; made once in index.ts.
import { toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { OtherTasks } from './store/follow-others.ts'
import type { TaskLedger } from './store/ledger.ts'
import type { TaskStore } from './store/store.ts'
import type { TaskIndex } from './store/task-index.ts'
import type { TriageColumns } from './store/triage-columns.ts'

export type TasksContext = {
  readonly index: TaskIndex
  readonly store: TaskStore
  readonly ledger: TaskLedger
  /** Null where nobody else writes to the tables. */
  readonly others: OtherTasks | null
  readonly triage: TriageColumns
  readonly clock: Clock
  readonly log: Log
  /** A fresh id that no task has. */
  readonly makeId: () => string
}

export const nowIso = ({ clock }: Pick<TasksContext, 'clock'>): string => toIso(clock.now())
