// The three columns of the board (specification, 'Board layout').
import type { SessionState } from '#rooms/sessions/contract.ts'
import type { TaskStatus } from '#rooms/tasks/contract.ts'

export type ColumnId = 'queued' | 'active' | 'review'

export type Column = {
  readonly id: ColumnId
  readonly title: string
  readonly taskStatuses: readonly TaskStatus[]
  /** In the order in which the column lists them. */
  readonly sessionStates: readonly SessionState[]
}

export const columns: readonly Column[] = [
  { id: 'queued', title: 'Queued', taskStatuses: ['backlog', 'ready'], sessionStates: ['idle'] },
  { id: 'active', title: 'Active', taskStatuses: ['in_progress', 'claimed'], sessionStates: ['running'] },
  {
    id: 'review',
    title: 'Review',
    taskStatuses: ['review', 'blocked'],
    sessionStates: ['awaiting_review', 'failed', 'completed'],
  },
]

/** Every session state has a column. */
export function columnOfSession(state: SessionState): ColumnId {
  switch (state) {
    case 'idle':
      return 'queued'
    case 'running':
      return 'active'
    case 'awaiting_review':
    case 'completed':
    case 'failed':
      return 'review'
  }
}

/** Null for `done`: a done task leaves the columns and counts in its epic's progress. */
export function columnOfTask(status: TaskStatus): ColumnId | null {
  return columns.find(({ taskStatuses }) => taskStatuses.includes(status))?.id ?? null
}
