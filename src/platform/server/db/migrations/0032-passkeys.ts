// Passkeys that sign in. The handle is by what authenticators know the person of this service; it is no secret.
import type { Migration } from '../migrate.ts'

export const passkeys: Migration = {
  number: 32,
  name: 'passkeys',
  sql: `
    CREATE TABLE passkeys (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      credential_id TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      host TEXT NOT NULL,
      public_key BLOB NOT NULL,
      counter INTEGER NOT NULL,
      is_synced INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      last_used_at TEXT
    );
    CREATE TABLE passkey_holder (handle BLOB NOT NULL);
    INSERT INTO passkey_holder VALUES (randomblob(32));
  `,
}
