// What a person was notified of and what still stands of it, where it was sent, and browsers that take pushes.
import type { Migration } from '../migrate.ts'

export const notifications: Migration = {
  number: 24,
  name: 'notifications',
  sql: `
    CREATE TABLE notifications (
      tag TEXT PRIMARY KEY,
      notification TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE notification_deliveries (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      tag TEXT NOT NULL,
      event TEXT NOT NULL,
      channel TEXT NOT NULL,
      target TEXT NOT NULL,
      at TEXT NOT NULL,
      state TEXT NOT NULL,
      tries INTEGER NOT NULL,
      delivery TEXT NOT NULL
    );
    CREATE INDEX notification_deliveries_by_tag ON notification_deliveries (tag, seq);
    CREATE INDEX notification_deliveries_unsettled ON notification_deliveries (state)
      WHERE state IN ('queued', 'sending');
    CREATE TABLE push_subscriptions (
      id TEXT PRIMARY KEY,
      endpoint TEXT NOT NULL UNIQUE,
      p256dh TEXT NOT NULL,
      auth TEXT NOT NULL,
      label TEXT NOT NULL,
      login_id TEXT,
      created_at TEXT NOT NULL
    ) WITHOUT ROWID;
  `,
}
