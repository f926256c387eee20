// The journal of the workflow engine: runs, their steps, the definitions they began with, and what a schedule has done.
// Each page that a commit touches is written, so there are few indexes: `seq` holds the time, and every index ends with it.
import type { Migration } from '../migrate.ts'

export const workflowRuns: Migration = {
  number: 3,
  name: 'workflow runs',
  sql: `
    CREATE TABLE loom_definitions (hash TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE loom_runs (
      seq INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL UNIQUE,
      workflow_id TEXT NOT NULL,
      status TEXT NOT NULL,
      trigger TEXT NOT NULL,
      trigger_by TEXT NOT NULL,
      input TEXT,
      created_at TEXT NOT NULL,
      started_at TEXT,
      finished_at TEXT,
      error TEXT,
      slot TEXT,
      retry_of TEXT,
      cancel_by TEXT,
      definition TEXT,
      version TEXT,
      input_tokens INTEGER,
      output_tokens INTEGER,
      total_tokens INTEGER,
      model TEXT,
      provider TEXT,
      cost REAL
    );
    CREATE INDEX loom_runs_by_workflow ON loom_runs (workflow_id);
    CREATE INDEX loom_runs_by_status ON loom_runs (status);
    CREATE TABLE loom_step_runs (
      run_id TEXT NOT NULL,
      step_id TEXT NOT NULL,
      position INTEGER NOT NULL DEFAULT 0,
      status TEXT NOT NULL,
      host TEXT,
      attempt INTEGER NOT NULL DEFAULT 0,
      ready_at TEXT,
      started_at TEXT,
      finished_at TEXT,
      output_tail TEXT NOT NULL DEFAULT '',
      output_bytes INTEGER NOT NULL DEFAULT 0,
      result TEXT,
      error TEXT,
      attempts TEXT NOT NULL DEFAULT '[]',
      reused_from TEXT,
      PRIMARY KEY (run_id, step_id)
    ) WITHOUT ROWID;
    CREATE TABLE loom_schedules (
      workflow_id TEXT PRIMARY KEY,
      schedule TEXT NOT NULL,
      timezone TEXT
    ) WITHOUT ROWID;
    CREATE TABLE loom_slots (
      workflow_id TEXT NOT NULL,
      slot TEXT NOT NULL,
      run_id TEXT,
      PRIMARY KEY (workflow_id, slot)
    ) WITHOUT ROWID;
    CREATE INDEX loom_slots_missed ON loom_slots (slot) WHERE run_id IS NULL;
    CREATE TABLE loom_synthetic (id TEXT PRIMARY KEY, strand TEXT NOT NULL) WITHOUT ROWID;
  `,
}
