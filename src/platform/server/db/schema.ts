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
  counters: CountersTable
  migrations: MigrationsTable
}
