// The log of agent sessions, and the counters that must only grow.
import type { Migration } from '../migrate.ts'

export const sessionEvents: Migration = {
  number: 1,
  name: 'session events',
  sql: `
    CREATE TABLE session_events (
      seq INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      event TEXT,
      from_state TEXT,
      to_state TEXT,
      accepted INTEGER NOT NULL DEFAULT 1,
      source TEXT NOT NULL,
      metadata TEXT,
      run_id TEXT,
      data TEXT
    );
    CREATE TABLE session_history (session_id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (session_id, seq)) WITHOUT ROWID;
    CREATE INDEX session_events_checkpoints ON session_events (seq) WHERE kind = 'checkpoint';
    CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO counters VALUES ('session history', 0);
  `,
}
