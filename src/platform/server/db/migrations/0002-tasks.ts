// Kanban tasks, their history and the index by which they are searched.
import type { Migration } from '../migrate.ts'

export const tasks: Migration = {
  number: 2,
  name: 'tasks',
  sql: `
    CREATE TABLE tasks (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      description TEXT NOT NULL DEFAULT '',
      description_hash TEXT NOT NULL DEFAULT '',
      type TEXT NOT NULL DEFAULT 'task',
      priority TEXT NOT NULL DEFAULT 'P3',
      status TEXT NOT NULL DEFAULT 'backlog',
      parent TEXT REFERENCES tasks (id) DEFERRABLE INITIALLY DEFERRED,
      project TEXT,
      source_repo TEXT,
      progress_done INTEGER NOT NULL DEFAULT 0,
      progress_total INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      status_since TEXT NOT NULL,
      done_at TEXT,
      closed_by TEXT,
      deleted_at TEXT,
      source TEXT,
      source_id TEXT,
      source_url TEXT,
      source_seen TEXT
    );
    CREATE INDEX tasks_by_parent ON tasks (parent) WHERE parent IS NOT NULL;
    CREATE UNIQUE INDEX tasks_by_source ON tasks (source, source_id) WHERE source IS NOT NULL;
    CREATE TABLE task_events (
      seq INTEGER PRIMARY KEY AUTOINCREMENT,
      task_id TEXT NOT NULL,
      at TEXT NOT NULL,
      kind TEXT NOT NULL,
      actor TEXT NOT NULL,
      actor_name TEXT,
      changes TEXT NOT NULL DEFAULT '[]'
    );
    CREATE INDEX task_events_by_task ON task_events (task_id, seq);
    CREATE VIRTUAL TABLE tasks_search USING fts5 (
      title, description, content = 'tasks', content_rowid = 'seq', tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TRIGGER tasks_search_insert AFTER INSERT ON tasks BEGIN
      INSERT INTO tasks_search (rowid, title, description) VALUES (new.seq, new.title, new.description);
    END;
    CREATE TRIGGER tasks_search_update AFTER UPDATE OF title, description ON tasks
    WHEN old.title IS NOT new.title OR old.description IS NOT new.description BEGIN
      INSERT INTO tasks_search (tasks_search, rowid, title, description)
        VALUES ('delete', old.seq, old.title, old.description);
      INSERT INTO tasks_search (rowid, title, description) VALUES (new.seq, new.title, new.description);
    END;
    CREATE TRIGGER tasks_search_delete AFTER DELETE ON tasks BEGIN
      INSERT INTO tasks_search (tasks_search, rowid, title, description)
        VALUES ('delete', old.seq, old.title, old.description);
    END;
  `,
}
