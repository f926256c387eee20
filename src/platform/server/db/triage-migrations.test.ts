// A database from before triage is brought up to date, and a number that was left out may be filled in later.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrations } from './all-migrations.ts'
import { withDatabase } from './database.testkit.ts'
import { migrate } from './migrate.ts'

const upTo = (number: number) => migrations.filter((one) => one.number <= number)
const ofTriage = [4, 5]

test('tasks of before get the columns of triage with their defaults, and a copy of the file stays behind', () =>
  withDatabase(async (db, path) => {
    migrate(db, path, upTo(2))
    const at = '2026-11-20T08:00:00.000Z'
    db.prepare(
      "INSERT INTO tasks (seq, id, title, created_at, updated_at, status_since) VALUES (1, 'T-1', 'one', ?, ?, ?)",
    ).run(at, at, at)
    const applied = migrate(db, path, migrations)
    assert.deepEqual(
      applied.filter((number) => ofTriage.includes(number)),
      ofTriage,
    )
    const columns = 'score_locked, locked_lane, current_score, current_lane, current_rank'
    assert.deepEqual(
      { ...db.prepare(`SELECT ${columns} FROM tasks`).get() },
      { score_locked: 0, locked_lane: null, current_score: null, current_lane: null, current_rank: null },
    )
    const copies = (await readdir(join(path, '..'))).filter((name) => name.includes('before'))
    assert.deepEqual(copies, ['service.db.before-v3'])
    assert.deepEqual(migrate(db, path, migrations), [])
  }))

test('a new database leaves no copies of nothing behind', () =>
  withDatabase(async (db, path) => {
    assert.ok(migrate(db, path, migrations).length > 1)
    const names = await readdir(join(path, '..'))
    assert.deepEqual(
      names.filter((name) => name.includes('before')),
      [],
    )
  }))

const indexes: readonly (readonly [string, RegExp])[] = [
  ['briefs', /\(consumed_in_run_id\) WHERE consumed_in_run_id IS NULL$/],
  ['briefs', /\(created_at DESC\)$/],
  ['score_overrides', /\(applied_to_run_id\) WHERE applied_to_run_id IS NULL$/],
]

test('briefs and overrides have the partial and descending indexes, and point at runs and tasks', () =>
  withDatabase(async (db, path) => {
    migrate(db, path, migrations)
    for (const [table, pattern] of indexes) {
      const found = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?").all(table)
      assert.ok(
        found.some(({ sql }) => pattern.test(String(sql))),
        `${table} ${pattern}`,
      )
    }
    const links = ['briefs', 'score_overrides'].flatMap((table) =>
      db.prepare(`SELECT "from", "table", "to" FROM pragma_foreign_key_list('${table}')`).all(),
    )
    assert.deepEqual(
      new Set(links.map((link) => Object.values(link).map(String).join(' '))),
      new Set(['consumed_in_run_id triage_runs id', 'applied_to_run_id triage_runs id', 'task_id tasks id']),
    )
    db.exec("INSERT INTO briefs (source, body) VALUES ('slack', 'x')")
    assert.match(String(db.prepare('SELECT created_at FROM briefs').get()?.created_at), /^\d{4}-.*T.*\.\d{3}Z$/)
    assert.throws(() => db.exec("INSERT INTO briefs (source, body) VALUES ('fax', 'x')"), /CHECK/)
  }))

test('what points at a triage run is found by an index, and the table of an earlier name is gone', () =>
  withDatabase(async (db, path) => {
    migrate(db, path, upTo(12))
    assert.deepEqual(tablesLike(db, 'loom_synthetic'), ['loom_synthetic'])
    assert.ok(migrate(db, path, migrations).includes(13))
    assert.deepEqual(tablesLike(db, 'loom_synthetic'), [])
    // SQLite asks this for each run that is deleted.
    const plan = db.prepare('EXPLAIN QUERY PLAN SELECT rowid FROM score_history WHERE run_id = ?').all(1)
    assert.deepEqual(
      plan.map(({ detail }) => detail),
      ['SEARCH score_history USING COVERING INDEX score_history_by_run (run_id=?)'],
    )
  }))

const tablesLike = (db: DatabaseSync, name: string): unknown[] =>
  db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE ?")
    .all(name)
    .map((row) => row.name)

test('a number that comes between is applied after higher ones, and triage stays as it was', () =>
  withDatabase(async (db, path) => {
    const later = { number: 3, name: 'filled in', sql: 'CREATE TABLE filled_in (id INTEGER)' }
    // Those after it that build on its tables did not exist either.
    const without = migrations.filter(({ number }) => number !== 3 && number < 7)
    migrate(db, path, without)
    assert.deepEqual(migrate(db, path, [...without, later]), [3])
  }))
