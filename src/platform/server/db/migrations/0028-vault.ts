// Credentials as ciphertext, and by what each device proves to whom they are encrypted.
import type { Migration } from '../migrate.ts'

export const vault: Migration = {
  number: 28,
  name: 'vault',
  sql: `
    CREATE TABLE vault_recovery (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      recipient TEXT NOT NULL,
      created_at TEXT NOT NULL
    );
    CREATE TABLE vault_credentials (
      id TEXT PRIMARY KEY,
      credential TEXT NOT NULL
    ) WITHOUT ROWID;
    ALTER TABLE devices ADD COLUMN recipient_proof TEXT;
  `,
}
