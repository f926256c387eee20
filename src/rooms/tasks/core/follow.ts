// Whether a task moves after its session.
import type { TaskStatus } from '../contract.ts'
import type { TaskRecord } from './record.ts'

/** A task that anybody but a session closed stays closed: somebody decided so. */
export function follows(task: TaskRecord, status: TaskStatus): boolean {
  if (task.deleted_at !== null || task.status === status) return false
  return task.status !== 'done' || task.closed_by === 'session'
}
