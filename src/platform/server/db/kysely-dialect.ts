// kysely on node:sqlite: its SQLite dialect expects the interface of another driver, which this translates.
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** A hundred questions are asked again and again; those with a list of values have a text for each length. */
const mostKept = 100

export function nodeSqliteDialect(db: DatabaseSync): SqliteDialect {
  // To prepare a statement takes longer than most take to run. The one that was asked longest ago goes.
  const kept = new Map<string, SqliteStatement>()
  const database: SqliteDatabase = {
    close() {
      kept.clear()
      db.close()
    },
    prepare(sql) {
      const statement = kept.get(sql) ?? prepare(db, sql)
      kept.delete(sql)
      kept.set(sql, statement)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      return statement
    },
  }
  return new SqliteDialect({ database })
}

function prepare(db: DatabaseSync, sql: string): SqliteStatement {
  const statement = db.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toInput)),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    // Each has a place of its own in its answer, which the next one of the same statement would move.
    iterate: (parameters) => db.prepare(sql).iterate(...parameters.map(toInput)),
  }
}

function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`not a value that SQLite can hold: ${typeof value}`)
}
