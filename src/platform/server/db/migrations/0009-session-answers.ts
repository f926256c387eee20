// What people said to sessions, written before it is typed, so that an end in between is told.
import type { Migration } from '../migrate.ts'

export const sessionAnswers: Migration = {
  number: 9,
  name: 'session answers',
  sql: `
    CREATE TABLE session_answers (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL,
      at TEXT NOT NULL,
      text TEXT NOT NULL,
      submit INTEGER NOT NULL,
      state TEXT NOT NULL,
      actor TEXT NOT NULL,
      actor_name TEXT,
      browser TEXT
    );
    CREATE INDEX session_answers_by_session ON session_answers (session_id, id);
    CREATE INDEX session_answers_by_time ON session_answers (at);
  `,
}
