// Which tasks still hold a session back, and which sessions may start by themselves.
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import type { SessionRecord } from '../record.ts'

export type TaskFacts = {
  /** Null for an id that the task store does not know: it may live elsewhere. */
  readonly statusOf: (taskId: string) => TaskStatus | null
  /** Whether some session that is linked to the task completed. */
  readonly hasCompletedSession: (taskId: string) => boolean
}

/** The dependencies that are not met: a task is met when it is done, or a session linked to it completed. */
export function unmetDependencies(dependsOn: readonly string[], facts: TaskFacts): string[] {
  return dependsOn.filter((taskId) => facts.statusOf(taskId) !== 'done' && !facts.hasCompletedSession(taskId))
}

/** Only a session that waited for something, and that no person put back, starts without being told to. */
export function startsByItself(record: SessionRecord, unmet: readonly string[]): boolean {
  const { state, depends_on } = record.session
  return state === 'idle' && depends_on.length > 0 && unmet.length === 0 && !record.requeued && !record.spawning
}
