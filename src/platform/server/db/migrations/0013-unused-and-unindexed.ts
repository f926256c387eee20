// Drops the table that kept mirrored strands under an earlier name, and finds what of a triage run still points at it: SQLite
// looks for that with each old run that goes, and the index of placed tasks leaves the others out.
import type { Migration } from '../migrate.ts'

export const unusedAndUnindexed: Migration = {
  number: 13,
  name: 'an unused table and scores by run',
  sql: `
    DROP TABLE IF EXISTS loom_synthetic;
    CREATE INDEX score_history_by_run ON score_history (run_id);
  `,
}
