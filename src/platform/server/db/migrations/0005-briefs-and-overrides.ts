// What people tell triage: notes of fresh context, corrections of scores and lanes, and locks.
import type { Migration } from '../migrate.ts'

export const briefsAndOverrides: Migration = {
  number: 5,
  name: 'briefs, score overrides and locks',
  sql: `
    CREATE TABLE briefs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      source TEXT NOT NULL CHECK (source IN ('slack', 'meeting', 'email', 'news', 'personal', 'other')),
      body TEXT NOT NULL,
      tags TEXT,
      created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
      consumed_in_run_id INTEGER REFERENCES triage_runs (id)
    );
    CREATE INDEX briefs_unconsumed ON briefs (consumed_in_run_id) WHERE consumed_in_run_id IS NULL;
    CREATE INDEX briefs_by_created_at ON briefs (created_at DESC);
    CREATE INDEX briefs_by_run ON briefs (consumed_in_run_id) WHERE consumed_in_run_id IS NOT NULL;
    CREATE TABLE score_overrides (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      task_id TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
      dimension TEXT NOT NULL
        CHECK (dimension IN ('impact', 'urgency', 'confidence', 'effort', 'lane', 'locked')),
      old_value TEXT,
      new_value TEXT,
      user_reason TEXT,
      lane TEXT,
      created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
      applied_to_run_id INTEGER REFERENCES triage_runs (id)
    );
    CREATE INDEX score_overrides_unapplied ON score_overrides (applied_to_run_id) WHERE applied_to_run_id IS NULL;
    CREATE INDEX score_overrides_by_task ON score_overrides (task_id, id DESC);
    ALTER TABLE tasks ADD COLUMN score_locked INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tasks ADD COLUMN locked_lane TEXT;
  `,
}
