// The tables of workflow runs as kysely sees them.
import type { Generated, GeneratedAlways } from 'kysely'

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
  /** The service that runs it; null for mirrored runs, and where one service has the tables for itself. */
  node: Generated<string | null>
  /** The kind of its actor in the activity. Computed when it is read. */
  actor: GeneratedAlways<string>
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
  /** Of the service whose schedule it is; '' where one has the tables for itself. */
  node: Generated<string>
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
  /** Null while its file is good. */
  broken_since: string | null
  /** Of the service whose files these are, as above. */
  node: Generated<string>
}
