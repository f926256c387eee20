// Tables of what triage decides: runs, scores, briefs and what corrects them.
import type { Generated, GeneratedAlways } from 'kysely'

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
  /** 1 while its plan is kept in `triage_plans`. */
  can_apply: Generated<number>
  applied_as: number | null
  /** Who asked for it; null for a strand's, and in rows from before this was kept. */
  by_kind: string | null
  by_name: string | null
  /** The kind of its actor in the activity, computed from these and `trigger_by`. */
  actor: GeneratedAlways<string>
  /** Where it goes on; null where one service has the table for itself. */
  node: string | null
}

/** The plan of a preview, as JSON. */
export interface TriagePlansTable {
  run_id: number
  plan: string
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
  /** Kind and name of who left it; the name is null in rows from before this was kept. */
  by_kind: Generated<string>
  by_name: string | null
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
  /** Kind of who said it, as the activity tells it, and their name. */
  actor: Generated<string>
  actor_name: string | null
}

/** The rows of the schema that are theirs. */
export interface TriageTables {
  triage_runs: TriageRunsTable
  triage_plans: TriagePlansTable
  score_history: ScoreHistoryTable
  memories: MemoriesTable
  briefs: BriefsTable
  score_overrides: ScoreOverridesTable
}
