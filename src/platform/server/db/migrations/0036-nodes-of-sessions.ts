// Whose sessions these are, where several services share the tables; null where one has them for itself.
import type { TwofoldMigration } from '../migrate.ts'

export const nodesOfSessions: TwofoldMigration = {
  number: 36,
  name: 'nodes-of-sessions',
  sql: `
    ALTER TABLE session_events ADD COLUMN node TEXT;
    ALTER TABLE past_sessions ADD COLUMN node TEXT;
    CREATE INDEX session_events_by_node ON session_events (node, seq) WHERE node IS NOT NULL;
  `,
  postgres: `
    ALTER TABLE session_events ADD COLUMN node TEXT COLLATE "C";
    ALTER TABLE past_sessions ADD COLUMN node TEXT COLLATE "C";
    CREATE INDEX session_events_by_node ON session_events (node, seq) WHERE node IS NOT NULL;
  `,
}
