// The conversations of sessions, as their clients told of them: by these their files are found.
import type { Migration } from '../migrate.ts'

export const conversations: Migration = {
  number: 30,
  name: 'conversations',
  sql: `
    CREATE TABLE conversations (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL,
      conversation TEXT NOT NULL,
      harness TEXT NOT NULL,
      UNIQUE (session_id, conversation)
    );
  `,
}
