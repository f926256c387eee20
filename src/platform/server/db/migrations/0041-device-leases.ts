// Which of several services holds a device's socket, and with it writes the device's sessions; and whose a run of a service's own
// machine is. Empty and null where one service has the database for itself.
import type { TwofoldMigration } from '../migrate.ts'

export const deviceLeases: TwofoldMigration = {
  number: 41,
  name: 'device-leases',
  sql: `
    CREATE TABLE device_leases (
      device_id TEXT PRIMARY KEY,
      node TEXT NOT NULL,
      fence INTEGER NOT NULL,
      taken_at TEXT NOT NULL,
      connected_at TEXT
    ) WITHOUT ROWID;
    ALTER TABLE device_runs ADD COLUMN node TEXT;
  `,
  postgres: `
    CREATE TABLE device_leases (
      device_id TEXT COLLATE "C" PRIMARY KEY,
      node TEXT COLLATE "C" NOT NULL,
      fence BIGINT NOT NULL,
      taken_at TEXT COLLATE "C" NOT NULL,
      connected_at TEXT COLLATE "C"
    );
    ALTER TABLE device_runs ADD COLUMN node TEXT COLLATE "C";
  `,
}
