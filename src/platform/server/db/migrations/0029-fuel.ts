// What agents used: each record once, its sums by day, what is known of conversations and of files, and budgets.
import type { Migration } from '../migrate.ts'

export const fuel: Migration = {
  number: 29,
  name: 'fuel',
  sql: `
    CREATE TABLE fuel_usage (
      key TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      day TEXT NOT NULL,
      session_id TEXT NOT NULL,
      agent TEXT NOT NULL,
      device_id TEXT NOT NULL,
      model TEXT NOT NULL,
      source TEXT NOT NULL,
      input INTEGER NOT NULL,
      output INTEGER NOT NULL,
      cache_read INTEGER NOT NULL,
      cache_write INTEGER NOT NULL,
      cost REAL
    ) WITHOUT ROWID;
    CREATE INDEX fuel_usage_by_time ON fuel_usage (at, key);
    CREATE INDEX fuel_usage_unpriced ON fuel_usage (model) WHERE cost IS NULL;
    CREATE TABLE fuel_days (
      day TEXT NOT NULL,
      session_id TEXT NOT NULL,
      agent TEXT NOT NULL,
      device_id TEXT NOT NULL,
      model TEXT NOT NULL,
      input INTEGER NOT NULL,
      output INTEGER NOT NULL,
      cache_read INTEGER NOT NULL,
      cache_write INTEGER NOT NULL,
      priced INTEGER NOT NULL,
      cost REAL NOT NULL,
      PRIMARY KEY (day, session_id, agent, device_id, model)
    ) WITHOUT ROWID;
    CREATE INDEX fuel_days_by_session ON fuel_days (session_id, day);
    CREATE TABLE fuel_conversations (
      conversation TEXT PRIMARY KEY,
      chain TEXT NOT NULL,
      state TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX fuel_conversations_by_chain ON fuel_conversations (chain) WHERE chain <> '';
    CREATE TABLE fuel_files (
      path TEXT PRIMARY KEY,
      session_id TEXT NOT NULL,
      read_at TEXT NOT NULL,
      state TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX fuel_files_by_time ON fuel_files (read_at);
    CREATE TABLE fuel_budgets (
      place INTEGER PRIMARY KEY,
      budget TEXT NOT NULL
    );
  `,
}
