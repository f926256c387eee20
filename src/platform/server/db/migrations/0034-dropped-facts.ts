// How many facts of a session are no longer kept, since it has so many.
import type { Migration } from '../migrate.ts'

export const droppedFacts: Migration = {
  number: 34,
  name: 'dropped-facts',
  sql: `
    CREATE TABLE dropped_facts (
      session_id TEXT PRIMARY KEY,
      count INTEGER NOT NULL
    ) WITHOUT ROWID;
  `,
}
