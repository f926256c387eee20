// Whose runs, schedules and definitions these are, where several services share the tables; null or '' where one has them for itself.
import type { TwofoldMigration } from '../migrate.ts'

export const nodesOfStrands: TwofoldMigration = {
  number: 38,
  name: 'nodes-of-strands',
  sql: `
    ALTER TABLE loom_runs ADD COLUMN node TEXT;
    CREATE TABLE schedules_by_node (
      workflow_id TEXT NOT NULL,
      schedule TEXT NOT NULL,
      timezone TEXT,
      node TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (node, workflow_id)
    ) WITHOUT ROWID;
    INSERT INTO schedules_by_node (workflow_id, schedule, timezone) SELECT workflow_id, schedule, timezone FROM loom_schedules;
    DROP TABLE loom_schedules;
    ALTER TABLE schedules_by_node RENAME TO loom_schedules;
    CREATE TABLE last_good_by_node (
      id TEXT NOT NULL,
      definition TEXT NOT NULL,
      broken_since TEXT,
      node TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (node, id)
    ) WITHOUT ROWID;
    INSERT INTO last_good_by_node (id, definition, broken_since) SELECT id, definition, broken_since FROM loom_last_good;
    DROP TABLE loom_last_good;
    ALTER TABLE last_good_by_node RENAME TO loom_last_good;
  `,
  postgres: `
    ALTER TABLE loom_runs ADD COLUMN node TEXT COLLATE "C";
    ALTER TABLE loom_schedules ADD COLUMN node TEXT COLLATE "C" NOT NULL DEFAULT '';
    ALTER TABLE loom_schedules DROP CONSTRAINT loom_schedules_pkey;
    ALTER TABLE loom_schedules ADD PRIMARY KEY (node, workflow_id);
    ALTER TABLE loom_last_good ADD COLUMN node TEXT COLLATE "C" NOT NULL DEFAULT '';
    ALTER TABLE loom_last_good DROP CONSTRAINT loom_last_good_pkey;
    ALTER TABLE loom_last_good ADD PRIMARY KEY (node, id);
  `,
}
