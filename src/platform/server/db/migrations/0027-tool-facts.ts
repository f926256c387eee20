// What the tools of agents did, as their clients told it.
import type { Migration } from '../migrate.ts'

export const toolFacts: Migration = {
  number: 27,
  name: 'tool facts',
  sql: `
    CREATE TABLE tool_facts (
      fact INTEGER PRIMARY KEY AUTOINCREMENT,
      session_id TEXT NOT NULL,
      at TEXT NOT NULL,
      tool TEXT NOT NULL
    );
    CREATE INDEX tool_facts_by_session ON tool_facts (session_id, fact);
  `,
}
