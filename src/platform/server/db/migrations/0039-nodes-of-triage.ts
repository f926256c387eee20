// Which node a run of triage goes on at, where several services share the tables; null where one has them for itself.
import type { TwofoldMigration } from '../migrate.ts'

export const nodesOfTriage: TwofoldMigration = {
  number: 39,
  name: 'nodes-of-triage',
  sql: 'ALTER TABLE triage_runs ADD COLUMN node TEXT;',
  postgres: 'ALTER TABLE triage_runs ADD COLUMN node TEXT COLLATE "C";',
}
