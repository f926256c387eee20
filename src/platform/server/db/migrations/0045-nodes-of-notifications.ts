// Which node a browser subscribed at, and which one sends a delivery, where several services share the tables; null where one has
// them for itself.
import type { TwofoldMigration } from '../migrate.ts'

export const nodesOfNotifications: TwofoldMigration = {
  number: 45,
  name: 'nodes-of-notifications',
  sql: `
    ALTER TABLE push_subscriptions ADD COLUMN node TEXT;
    ALTER TABLE notification_deliveries ADD COLUMN node TEXT;
  `,
  postgres: `
    ALTER TABLE push_subscriptions ADD COLUMN node TEXT COLLATE "C";
    ALTER TABLE notification_deliveries ADD COLUMN node TEXT COLLATE "C";
  `,
}
