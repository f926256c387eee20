// Runs of triage, what each made of every task, durable notes, and where a task stands now.
import type { Migration } from '../migrate.ts'

export const triageRuns: Migration = {
  number: 4,
  name: 'triage runs',
  sql: `
    CREATE TABLE triage_runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      status TEXT NOT NULL DEFAULT 'running',
      dry_run INTEGER NOT NULL DEFAULT 0,
      trigger_by TEXT NOT NULL,
      model TEXT,
      started_at TEXT NOT NULL,
      finished_at TEXT,
      error TEXT,
      run_summary TEXT,
      distribution_warning TEXT,
      clash_summary TEXT,
      moves TEXT NOT NULL DEFAULT '[]'
    );
    CREATE INDEX triage_runs_running ON triage_runs (id) WHERE status = 'running';
    CREATE TABLE score_history (
      id INTEGER PRIMARY KEY,
      run_id INTEGER NOT NULL REFERENCES triage_runs (id),
      task_id TEXT NOT NULL,
      scored_in_run_id INTEGER NOT NULL,
      impact INTEGER,
      urgency INTEGER,
      confidence INTEGER,
      effort INTEGER,
      model_impact INTEGER,
      model_urgency INTEGER,
      model_confidence INTEGER,
      model_effort INTEGER,
      model_lane TEXT,
      model_reason TEXT,
      score REAL,
      lane TEXT,
      rank INTEGER,
      previous_lane TEXT,
      previous_rank INTEGER,
      created_at TEXT NOT NULL
    );
    CREATE INDEX score_history_by_task ON score_history (task_id, id DESC);
    CREATE INDEX score_history_placed ON score_history (run_id) WHERE lane IS NOT NULL;
    CREATE TABLE memories (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      body TEXT NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    );
    ALTER TABLE tasks ADD COLUMN current_score REAL;
    ALTER TABLE tasks ADD COLUMN current_lane TEXT;
    ALTER TABLE tasks ADD COLUMN current_rank INTEGER;
    CREATE INDEX tasks_by_lane ON tasks (current_lane, current_rank) WHERE current_lane IS NOT NULL;
  `,
}
