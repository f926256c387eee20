// What of a service.db is copied to PostgreSQL: its tables, what they hold, and in which order links allow them.
import type { DatabaseSync } from 'node:sqlite'

export type ColumnKind = 'BIGINT' | 'TEXT' | 'DOUBLE PRECISION' | 'BYTEA'

export type CopiedColumn = { readonly name: string; readonly kind: ColumnKind }

export type CopiedTable = {
  readonly name: string
  readonly columns: readonly CopiedColumn[]
  /** Which of its rows are left behind, as a condition of SQL. */
  readonly leavesOut: string | null
  /** The column by which rows are numbered for ever, and the last number that was given; null where there is none. */
  readonly numbered: { readonly column: string; readonly last: number } | null
}

/**
 * FTS5's tables are SQLite's alone, and the index of search is made anew by the service; migrations are the target's own.
 */
const leftBehind = /^(sqlite_.*|tasks_search.*|search_.*|migrations)$/

/** By this counter the index of search is known to be whole. */
const rowsLeftOut: Readonly<Record<string, string>> = { counters: "name = 'search version'" }

/** In an order in which each row's link leads to one that is there. */
export function planCopy(db: DatabaseSync): CopiedTable[] {
  const names = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !leftBehind.test(name))
  return afterTargets(db, names).map((name) => ({
    name,
    columns: columnsOf(db, name),
    leavesOut: rowsLeftOut[name] ?? null,
    numbered: numberingOf(db, name),
  }))
}

function afterTargets(db: DatabaseSync, names: readonly string[]): string[] {
  const ordered: string[] = []
  const add = (name: string): void => {
    if (ordered.includes(name)) return
    for (const { target } of db.prepare('SELECT "table" AS target FROM pragma_foreign_key_list(?)').all(name)) {
      // A link to a row of the same table is looked at when all of them are there.
      if (target !== name) add(String(target))
    }
    ordered.push(name)
  }
  for (const name of names) add(name)
  return ordered
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  INTEGER: 'BIGINT',
  TEXT: 'TEXT',
  REAL: 'DOUBLE PRECISION',
  BLOB: 'BYTEA',
}

function columnsOf(db: DatabaseSync, table: string): CopiedColumn[] {
  // Computed columns are hidden, and computed there.
  const rows = db.prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0').all(table)
  return rows.map(({ name, type }) => {
    const kind = kinds[String(type)]
    if (kind === undefined)
      throw new Error(`${table}.${String(name)} is of a kind that PostgreSQL is not told: ${String(type)}`)
    return { name: String(name), kind }
  })
}

/** AUTOINCREMENT never gives a number twice, though its row is gone; others number after the last row. */
function numberingOf(db: DatabaseSync, table: string): CopiedTable['numbered'] {
  const keys = db.prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE pk > 0').all(table)
  const [key] = keys
  if (keys.length !== 1 || key?.type !== 'INTEGER') return null
  const column = String(key.name)
  const { newest } = db.prepare(`SELECT max("${column}") AS newest FROM "${table}"`).get() ?? {}
  const given = db.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)
  return { column, last: Math.max(Number(newest ?? 0), Number(given?.seq ?? 0)) }
}

/** How many rows of a table are copied. */
export function countRows(db: DatabaseSync, { name, leavesOut }: CopiedTable): number {
  const where = leavesOut === null ? '' : ` WHERE NOT (${leavesOut})`
  return Number(db.prepare(`SELECT count(*) AS rows FROM "${name}"${where}`).get()?.rows)
}

/** How much room the pages of each table take, without its indexes. */
export function sizesOf(db: DatabaseSync): ReadonlyMap<string, number> {
  const rows = db.prepare('SELECT name, pgsize AS bytes FROM dbstat WHERE aggregate = TRUE').all()
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
}
