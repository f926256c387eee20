// What dropping a card on a column asks for.
import type { SessionState } from '#rooms/sessions/contract.ts'
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import type { ColumnId } from './columns.ts'

/** The state that a session is asked to reach. */
export const sessionStateOf: Readonly<Record<ColumnId, SessionState>> = {
  queued: 'idle',
  active: 'running',
  review: 'awaiting_review',
}

/**
 * The status that a task gets. Of two that a column holds it is the one a person means by moving a card there: `ready` and
 * not `backlog`, `in_progress` and not `claimed`, `review` and not `blocked`. Within its column a task keeps its status.
 */
export const taskStatusOf: Readonly<Record<ColumnId, TaskStatus>> = {
  queued: 'ready',
  active: 'in_progress',
  review: 'review',
}
