// The key by which devices know their hub, where several services are one hub: its public half, never the key.
import type { TwofoldMigration } from '../migrate.ts'

export const hubIdentity: TwofoldMigration = {
  number: 40,
  name: 'hub-identity',
  sql: `
    CREATE TABLE hub_identity (
      id INTEGER PRIMARY KEY,
      public_key TEXT NOT NULL,
      node TEXT NOT NULL,
      told_at TEXT NOT NULL
    );
  `,
  postgres: `
    CREATE TABLE hub_identity (
      id BIGINT PRIMARY KEY,
      public_key TEXT COLLATE "C" NOT NULL,
      node TEXT COLLATE "C" NOT NULL,
      told_at TEXT COLLATE "C" NOT NULL
    );
  `,
}
