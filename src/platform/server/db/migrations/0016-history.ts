// Sessions that left the board, each with the record that it had: what an answer about last month is read from.
import type { Migration } from '../migrate.ts'

export const history: Migration = {
  number: 16,
  name: 'sessions that left the board',
  sql: `
    CREATE TABLE past_sessions (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      left_at TEXT NOT NULL,
      left_as TEXT NOT NULL,
      state TEXT NOT NULL,
      agent_type TEXT NOT NULL,
      task_id TEXT,
      session TEXT NOT NULL,
      forgotten INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX past_sessions_by_task ON past_sessions (task_id, seq) WHERE task_id IS NOT NULL;
    CREATE INDEX past_sessions_forgotten ON past_sessions (seq) WHERE forgotten = 1;
  `,
}
