// The tables of service.db as kysely sees them; the migrations beside this file create them.
import type { ColumnType, Generated } from 'kysely'

export interface SessionEventsTable {
  seq: Generated<number>
  session_id: string
  at: string
  /** created, event, changed, removed, or checkpoint. */
  kind: string
  event: string | null
  from_state: string | null
  to_state: string | null
  accepted: number
  source: string
  metadata: string | null
  run_id: string | null
  /** JSON: the whole record (created), what changed of it (event, changed), all records (checkpoint). */
  data: string | null
}

/** Which events are a session's, added in batches by the sessions room (docs/decisions/0007). */
export interface SessionHistoryTable {
  session_id: string
  seq: number
}

export interface TasksTable {
  /** Order of creation, given by the room. */
  seq: number
  id: string
  title: string
  description: string
  /** Tells whether a description changed without having both at hand. */
  description_hash: string
  type: string
  priority: string
  status: string
  /** Kept while the task above is deleted, so that its return brings the link back. */
  parent: string | null
  project: string | null
  source_repo: string | null
  progress_done: number
  progress_total: number
  created_at: string
  updated_at: string
  /** When the present status was entered. */
  status_since: string
  done_at: string | null
  /** Who made it done: user, agent, session, import. */
  closed_by: string | null
  deleted_at: string | null
  /** Import format, and the id there: unique together. */
  source: string | null
  source_id: string | null
  source_url: string | null
  /** JSON: the values at the source at the last import. */
  source_seen: string | null
}

export interface TaskEventsTable {
  seq: Generated<number>
  task_id: string
  at: string
  /** created, changed, deleted, restored. */
  kind: string
  actor: string
  actor_name: string | null
  /** JSON: what changed, from what, to what. */
  changes: string
}

/** The full-text index over `tasks`; its rowid is their `seq`. */
export interface TasksSearchTable {
  rowid: number
  tasks_search: string
}

export interface CountersTable {
  name: string
  value: number
}

export interface MigrationsTable {
  number: number
  name: string
  applied_at: ColumnType<string, string, never>
}

export interface DatabaseSchema {
  session_events: SessionEventsTable
  session_history: SessionHistoryTable
  tasks: TasksTable
  task_events: TaskEventsTable
  tasks_search: TasksSearchTable
  counters: CountersTable
  migrations: MigrationsTable
}
