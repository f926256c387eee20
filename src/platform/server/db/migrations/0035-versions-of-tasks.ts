// How often a task was changed: who plans a change on an older one is behind.
import type { TwofoldMigration } from '../migrate.ts'

export const versionsOfTasks: TwofoldMigration = {
  number: 35,
  name: 'versions-of-tasks',
  sql: 'ALTER TABLE tasks ADD COLUMN version INTEGER NOT NULL DEFAULT 0;',
  postgres: 'ALTER TABLE tasks ADD COLUMN version BIGINT NOT NULL DEFAULT 0;',
}
