// A task as the service holds it in memory: the row of the table without its description and its counts.
import type { TaskActor, TaskPriority, TaskStatus, TaskType } from '../contract.ts'

export type TaskRecord = {
  readonly seq: number
  readonly id: string
  readonly title: string
  readonly description_hash: string
  readonly type: TaskType
  readonly priority: TaskPriority
  readonly status: TaskStatus
  /** The link as stored: it may name a task that is deleted, and then counts as none. */
  readonly parent: string | null
  readonly project: string | null
  readonly source_repo: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly status_since: string
  readonly done_at: string | null
  /** Who made it done; null while it is not. */
  readonly closed_by: TaskActor | null
  /** Who blocked it and left it to a person; null while it is not blocked, and where nobody has to look: see `blockedBy`. */
  readonly blocker: TaskActor | null
  readonly blocker_name: string | null
  readonly deleted_at: string | null
  readonly source: string | null
  readonly source_id: string | null
  readonly source_url: string | null
  /** JSON of `SeenAtSource`; null for a task that no import made. */
  readonly source_seen: string | null
  /** Counts its changes; see docs/decisions/0128. */
  readonly version: number
}

/** Who changes a task. `by` is a session's id, an agent's tmux session or an import's format. */
export type Actor = { readonly actor: TaskActor; readonly by: string | null }

export type NewTask = Pick<TaskRecord, 'seq' | 'id' | 'title'> & Partial<TaskRecord>

/** A task with the defaults of the board where `given` has nothing. */
export function newTaskRecord(given: NewTask, at: string): TaskRecord {
  return {
    description_hash: '',
    type: 'task',
    priority: 'P3',
    status: 'backlog',
    parent: null,
    project: null,
    source_repo: null,
    created_at: at,
    updated_at: at,
    status_since: at,
    done_at: given.status === 'done' ? at : null,
    closed_by: null,
    blocker: null,
    blocker_name: null,
    deleted_at: null,
    source: null,
    source_id: null,
    source_url: null,
    source_seen: null,
    version: 0,
    ...given,
  }
}
