// A task store that knows no task yet, behind the port by which sessions see tasks.
import type { TaskStatus } from '../contract.ts'

export type TaskStore = {
  /** The task's status, or null for an id that the store does not know. */
  readonly statusOf: (taskId: string) => TaskStatus | null
  /** Moves a task after its session; one that the store does not know lives elsewhere and is left to others. */
  readonly follow: (taskId: string, status: TaskStatus) => void
  /** All tasks in card form. */
  readonly cards: () => readonly unknown[]
}

export function createEmptyTaskStore(): TaskStore {
  return { statusOf: () => null, follow: () => undefined, cards: () => [] }
}
