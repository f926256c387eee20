// Who changed the service itself, or tried to come in: what no room keeps a history of.
import type { Migration } from '../migrate.ts'

export const audit: Migration = {
  number: 8,
  name: 'audit',
  sql: `
    CREATE TABLE audit (
      id INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      actor_kind TEXT NOT NULL,
      actor_name TEXT,
      subject_type TEXT,
      subject_id TEXT,
      subject_label TEXT,
      text TEXT NOT NULL
    );
    CREATE INDEX audit_by_time ON audit (at, id);
  `,
}
