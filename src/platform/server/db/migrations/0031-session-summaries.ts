// What each session did in one line: kept, so that a start reads no facts for it.
import type { Migration } from '../migrate.ts'

export const sessionSummaries: Migration = {
  number: 31,
  name: 'session summaries',
  sql: `
    CREATE TABLE session_summaries (
      session_id TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      summary TEXT NOT NULL
    ) WITHOUT ROWID;
  `,
}
