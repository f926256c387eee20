// What strands need to remember beyond their runs: bodies that webhooks took, how a success was meant, and files as they last were good.
import type { Migration } from '../migrate.ts'

export const strandOutcomes: Migration = {
  number: 7,
  name: 'strand outcomes',
  sql: `
    CREATE TABLE loom_deliveries (
      workflow_id TEXT NOT NULL,
      body_hash TEXT NOT NULL,
      run_id TEXT NOT NULL,
      accepted_at TEXT NOT NULL,
      PRIMARY KEY (workflow_id, body_hash)
    ) WITHOUT ROWID;
    CREATE INDEX loom_deliveries_by_time ON loom_deliveries (accepted_at);
    CREATE TABLE loom_last_good (id TEXT PRIMARY KEY, definition TEXT NOT NULL) WITHOUT ROWID;
    ALTER TABLE loom_runs ADD COLUMN caveat TEXT;
  `,
}
