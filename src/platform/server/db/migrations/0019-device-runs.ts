// Runs of sessions on devices: how far each was heard, and what its device still has to learn.
import type { Migration } from '../migrate.ts'

export const deviceRuns: Migration = {
  number: 19,
  name: 'device runs',
  sql: `
    CREATE TABLE device_plans (session_id TEXT PRIMARY KEY, plan TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE device_runs (
      session_id TEXT NOT NULL,
      run_id TEXT NOT NULL,
      device_id TEXT NOT NULL,
      state TEXT NOT NULL,
      seq INTEGER NOT NULL,
      is_cancelled INTEGER NOT NULL,
      PRIMARY KEY (session_id, run_id)
    ) WITHOUT ROWID;
  `,
}
