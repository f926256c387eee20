// The jobs of the agent gateway that were ever mirrored, and what its runs and agents used.
import type { Migration } from '../migrate.ts'

export const gateway: Migration = {
  number: 6,
  name: 'gateway jobs and usage',
  sql: `
    CREATE TABLE gateway_jobs (
      job_id TEXT PRIMARY KEY,
      strand_id TEXT NOT NULL UNIQUE,
      job TEXT NOT NULL,
      gone_at_ms INTEGER,
      settled_at_ms INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE gateway_usage (
      run_id TEXT PRIMARY KEY,
      job_id TEXT,
      session_key TEXT,
      at TEXT NOT NULL,
      day TEXT NOT NULL,
      provider TEXT,
      model TEXT,
      input_tokens INTEGER,
      output_tokens INTEGER NOT NULL,
      total_tokens INTEGER NOT NULL,
      cost REAL
    ) WITHOUT ROWID;
    CREATE INDEX gateway_usage_by_day ON gateway_usage (day, model);
    CREATE INDEX gateway_usage_by_job ON gateway_usage (job_id, day) WHERE job_id IS NOT NULL;
  `,
}
