// The places of values, as PostgreSQL writes them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeholders } from './placeholders.ts'

const table: readonly (readonly [string, string])[] = [
  ['SELECT 1', 'SELECT 1'],
  ['INSERT INTO a VALUES (?, ?)', 'INSERT INTO a VALUES ($1, $2)'],
  ['UPDATE a SET b = ?2 WHERE c = ?1 AND d = ?2', 'UPDATE a SET b = $2 WHERE c = $1 AND d = $2'],
  ["SELECT '?' || ? || 'it''s ?'", "SELECT '?' || $1 || 'it''s ?'"],
  ['SELECT "a?" FROM b WHERE c = ?10', 'SELECT "a?" FROM b WHERE c = $10'],
]

for (const [sqlite, postgres] of table) {
  test(sqlite, () => assert.equal(placeholders(sqlite), postgres))
}
