// What a preview of triage worked out, so that it can be applied as it was shown; and since when a strand's file is broken.
import type { Migration } from '../migrate.ts'

export const triagePlans: Migration = {
  number: 14,
  name: 'triage plans and broken files',
  sql: `
    CREATE TABLE triage_plans (
      run_id INTEGER PRIMARY KEY REFERENCES triage_runs (id) ON DELETE CASCADE,
      plan TEXT NOT NULL
    );
    ALTER TABLE triage_runs ADD COLUMN can_apply INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE triage_runs ADD COLUMN applied_as INTEGER;
    ALTER TABLE loom_last_good ADD COLUMN broken_since TEXT;
  `,
}
