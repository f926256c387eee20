// Machines that are paired with this hub.
import type { Migration } from '../migrate.ts'

export const devices: Migration = {
  number: 18,
  name: 'devices',
  sql: `
    CREATE TABLE devices (
      id TEXT PRIMARY KEY,
      label TEXT NOT NULL,
      hostname TEXT NOT NULL,
      private_ip TEXT,
      public_key TEXT NOT NULL UNIQUE,
      age_recipient TEXT NOT NULL,
      platform TEXT NOT NULL,
      version TEXT NOT NULL,
      tags TEXT NOT NULL,
      harnesses TEXT NOT NULL,
      paired_at TEXT NOT NULL,
      revoked_at TEXT,
      code_sha256 TEXT NOT NULL,
      claim TEXT NOT NULL,
      claim_signature TEXT NOT NULL,
      facts TEXT,
      last_heartbeat TEXT,
      clone_seen_at TEXT
    ) WITHOUT ROWID;
  `,
}
