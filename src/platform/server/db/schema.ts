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
  /** Written by triage alone, as are the next two. */
  current_score: Generated<number | null>
  current_lane: Generated<string | null>
  current_rank: Generated<number | null>
  score_locked: Generated<number>
  locked_lane: Generated<string | null>
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

export interface TriageRunsTable {
  id: Generated<number>
  status: Generated<string>
  dry_run: Generated<number>
  trigger_by: string
  model: string | null
  started_at: string
  finished_at: string | null
  /** JSON, as are the next four: code, reason and hint. */
  error: string | null
  run_summary: string | null
  distribution_warning: string | null
  clash_summary: string | null
  moves: Generated<string>
}

/** What one run made of one task: the parts in force, what its model said, and where that put it. */
export interface ScoreHistoryTable {
  id: Generated<number>
  run_id: number
  task_id: string
  /** The run whose model gave the parts: an earlier one, where this one did not ask. */
  scored_in_run_id: number
  impact: number | null
  urgency: number | null
  confidence: number | null
  effort: number | null
  model_impact: number | null
  model_urgency: number | null
  model_confidence: number | null
  model_effort: number | null
  model_lane: string | null
  model_reason: string | null
  score: number | null
  lane: string | null
  rank: number | null
  previous_lane: string | null
  previous_rank: number | null
  created_at: string
}

export interface MemoriesTable {
  id: Generated<number>
  body: string
  created_at: string
  updated_at: string
}

export interface BriefsTable {
  id: Generated<number>
  source: string
  body: string
  /** JSON array of texts. */
  tags: string | null
  created_at: Generated<string>
  consumed_in_run_id: number | null
}

export interface ScoreOverridesTable {
  id: Generated<number>
  task_id: string
  dimension: string
  old_value: string | null
  new_value: string | null
  user_reason: string | null
  /** The lane that a lock pins. */
  lane: string | null
  created_at: Generated<string>
  applied_to_run_id: number | null
}

export interface LoomRunsTable {
  /** When it was asked for, in milliseconds since the epoch, times a thousand, and a number that tells those of one apart. */
  seq: number
  run_id: string
  workflow_id: string
  status: string
  trigger: string
  trigger_by: string
  /** JSON, or null. */
  input: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  error: string | null
  slot: string | null
  retry_of: string | null
  /** JSON of what stands against a success, or null. */
  caveat: string | null
  /** Who asked for its end, kept so that a restart carries it out. */
  cancel_by: string | null
  /** Hash of the definition that it began with; null for mirrored runs. */
  definition: string | null
  /** Text that changes with the bodies. */
  version: string | null
  input_tokens: number | null
  output_tokens: number | null
  total_tokens: number | null
  model: string | null
  provider: string | null
  cost: number | null
}

export interface LoomStepRunsTable {
  run_id: string
  step_id: string
  /** Order of the steps of a mirrored run; those of ours stand in their definition. */
  position: number
  status: string
  host: string | null
  attempt: number
  ready_at: string | null
  started_at: string | null
  finished_at: string | null
  output_tail: string
  output_bytes: number
  /** JSON, or null. */
  result: string | null
  error: string | null
  /** JSON: every try with its times. */
  attempts: string
  /** The run that ran it, for a step that a retry took over. */
  reused_from: string | null
}

export interface LoomDefinitionsTable {
  hash: string
  /** JSON. */
  definition: string
}

/** The schedules in force when the service last looked. */
export interface LoomSchedulesTable {
  workflow_id: string
  schedule: string
  timezone: string | null
}

/** Slots of schedules that were dealt with: by a run, or missed (run_id null). */
export interface LoomSlotsTable {
  workflow_id: string
  slot: string
  run_id: string | null
}

/** Strands of a person's files as they last could be read. */
export interface LoomLastGoodTable {
  id: string
  /** JSON. */
  definition: string
}

export interface GatewayJobsTable {
  job_id: string
  /** The synthetic strand that stands for it; never given to another. */
  strand_id: string
  /** JSON: the job as the mirror knows it. */
  job: string
  gone_at_ms: number | null
  settled_at_ms: number
}

export interface GatewayUsageTable {
  /** Of a job's run: its id in the history; of an agent's: the gateway's. */
  run_id: string
  /** Null for an agent's run. */
  job_id: string | null
  session_key: string | null
  at: string
  /** UTC, `2026-11-20`. */
  day: string
  provider: string | null
  model: string | null
  /** Null where the gateway tells the output alone. */
  input_tokens: number | null
  output_tokens: number
  total_tokens: number
  /** US dollars. */
  cost: number | null
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
  triage_runs: TriageRunsTable
  score_history: ScoreHistoryTable
  memories: MemoriesTable
  briefs: BriefsTable
  score_overrides: ScoreOverridesTable
  loom_runs: LoomRunsTable
  loom_step_runs: LoomStepRunsTable
  loom_definitions: LoomDefinitionsTable
  loom_schedules: LoomSchedulesTable
  loom_slots: LoomSlotsTable
  loom_last_good: LoomLastGoodTable
  gateway_jobs: GatewayJobsTable
  gateway_usage: GatewayUsageTable
  counters: CountersTable
  migrations: MigrationsTable
}
