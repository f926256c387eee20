// What a row of the audit knows beyond its sentence, such as the whole input that somebody approved.
import type { Migration } from '../migrate.ts'

export const factsOfAuditRows: Migration = {
  number: 23,
  name: 'facts of audit rows',
  sql: 'ALTER TABLE audit ADD COLUMN facts TEXT;',
}
