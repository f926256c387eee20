// What agents asked a person to allow, and what became of it.
import type { Migration } from '../migrate.ts'

export const approvals: Migration = {
  number: 22,
  name: 'approvals',
  sql: `
    CREATE TABLE approvals (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      session_id TEXT NOT NULL,
      asked_at TEXT NOT NULL,
      state TEXT NOT NULL,
      approval TEXT NOT NULL
    );
    CREATE INDEX approvals_by_session ON approvals (session_id);
  `,
}
