// kysely on node:sqlite: its SQLite dialect expects the interface of another driver, which this translates.
import { SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

export function nodeSqliteDialect(db: DatabaseSync): SqliteDialect {
  const database: SqliteDatabase = {
    close: () => db.close(),
    prepare: (sql) => prepare(db, sql),
  }
  return new SqliteDialect({ database })
}

function prepare(db: DatabaseSync, sql: string): SqliteStatement {
  const statement = db.prepare(sql)
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toInput)),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    iterate: (parameters) => statement.iterate(...parameters.map(toInput)),
  }
}

function toInput(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`not a value that SQLite can hold: ${typeof value}`)
}
