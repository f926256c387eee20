// An upgrade leaves one copy of the database behind, which the program of before can read and is told of.
import assert from 'node:assert/strict'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { withDatabase } from './database.testkit.ts'
import { migrate, NewerDatabaseError, type Migration } from './migrate.ts'

const table = (number: number): Migration => ({
  number,
  name: `table-${number}`,
  sql: `CREATE TABLE t${number} (a TEXT)`,
})
const known = (...numbers: readonly number[]): Migration[] => numbers.map(table)

const copies = async (path: string): Promise<string[]> =>
  (await readdir(join(path, '..'))).filter((name) => name.includes('before')).toSorted()

function tablesOf(file: string): string[] {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = copy.prepare("SELECT name FROM sqlite_master WHERE name LIKE 't_' ORDER BY name").all()
    return rows.map(({ name }) => String(name))
  } finally {
    copy.close()
  }
}

test('an upgrade by several versions leaves one copy: of how it was before the first', () =>
  withDatabase(async (db, path) => {
    migrate(db, path, known(1, 2))
    assert.deepEqual(migrate(db, path, known(1, 2, 3, 4, 6)), [3, 4, 6])
    assert.deepEqual(await copies(path), ['service.db.before-v3'])
    assert.deepEqual(tablesOf(`${path}.before-v3`), ['t1', 't2'])
    assert.equal((await stat(`${path}.before-v3`)).mode & 0o777, 0o600)
    migrate(db, path, known(1, 2, 3, 4, 6, 7))
    assert.deepEqual(await copies(path), ['service.db.before-v3', 'service.db.before-v7'])
    assert.deepEqual(migrate(db, path, known(1, 2, 3, 4, 6, 7)), [])
  }))

test('a number that is filled in later: its copy is named by what it holds', () =>
  withDatabase(async (db, path) => {
    migrate(db, path, known(1, 4))
    assert.deepEqual(migrate(db, path, known(1, 3, 4)), [3])
    assert.deepEqual(await copies(path), ['service.db.before-v5'])
    assert.deepEqual(tablesOf(`${path}.before-v5`), ['t1', 't4'])
  }))

test('what a kill left of a copy stands in nobody’s way, and never has the name of a whole one', () =>
  withDatabase(async (db, path) => {
    migrate(db, path, known(1))
    await writeFile(`${path}.before-v2.tmp`, 'half of it')
    migrate(db, path, known(1, 2))
    assert.deepEqual(await copies(path), ['service.db.before-v2'])
  }))

test('an older program names the newest copy that it can read, and none where there is none', () =>
  withDatabase(async (db, path) => {
    migrate(db, path, known(1, 2))
    migrate(db, path, known(1, 2, 3, 4, 5))
    migrate(db, path, known(1, 2, 3, 4, 5, 6))
    const copyFor = (...numbers: readonly number[]): string | null => {
      try {
        migrate(db, path, known(...numbers))
      } catch (error) {
        assert.ok(error instanceof NewerDatabaseError)
        assert.match(error.message, new RegExp(`is at version 6, and this program knows none above ${numbers.at(-1)}$`))
        return error.copy
      }
      return assert.fail('it was taken')
    }
    assert.equal(copyFor(1, 2, 3, 4, 5), `${path}.before-v6`)
    // The upgrade from 2 to 5 was made in one go, so that no copy of version 4 is there.
    assert.equal(copyFor(1, 2, 3, 4), `${path}.before-v3`)
    assert.equal(copyFor(1), null)
  }))
