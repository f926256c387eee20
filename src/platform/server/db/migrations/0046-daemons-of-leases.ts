// Which process of a device took its lease, and which one had it before: one that comes back after another had it is a second
// machine with the same key.
import type { TwofoldMigration } from '../migrate.ts'

export const daemonsOfLeases: TwofoldMigration = {
  number: 46,
  name: 'daemons-of-leases',
  sql: `
    ALTER TABLE device_leases ADD COLUMN daemon TEXT;
    ALTER TABLE device_leases ADD COLUMN daemon_before TEXT;
  `,
  postgres: `
    ALTER TABLE device_leases ADD COLUMN daemon TEXT COLLATE "C";
    ALTER TABLE device_leases ADD COLUMN daemon_before TEXT COLLATE "C";
  `,
}
