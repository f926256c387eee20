// What a person saw or put off of what needs them, and who blocked a task.
import type { Migration } from '../migrate.ts'

export const inbox: Migration = {
  number: 12,
  name: 'inbox',
  sql: `
    CREATE TABLE inbox_marks (
      id TEXT PRIMARY KEY,
      moment TEXT NOT NULL,
      kind TEXT NOT NULL,
      marked_at TEXT NOT NULL,
      until TEXT
    ) WITHOUT ROWID;
    ALTER TABLE tasks ADD COLUMN blocker TEXT;
    ALTER TABLE tasks ADD COLUMN blocker_name TEXT;
    UPDATE tasks SET (blocker, blocker_name) = (
      SELECT actor, actor_name FROM task_events
      WHERE task_id = tasks.id AND kind = 'changed' AND changes LIKE '%"field":"status"%'
      ORDER BY seq DESC LIMIT 1
    ) WHERE status = 'blocked';
    UPDATE tasks SET blocker = NULL, blocker_name = NULL WHERE blocker = 'import';
  `,
}
