// What stands in a database of SQLite and in one of PostgreSQL, told in the same words, so that they can be held side by side.
import type { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'

type Described = {
  /** By name: the kind, whether it may be null, and what it is where nothing is said. */
  columns: Record<string, string>
  key: string
  /** Columns that are unique together. */
  unique: string[]
  /** By name: the columns in order, `unique`, `partial`. */
  indexes: Record<string, string>
  links: string[]
}

export type Tables = Record<string, Described>

const nothing = (): Described => ({ columns: {}, key: '', unique: [], indexes: {}, links: [] })

const words = (...some: readonly (string | false)[]): string => some.filter(Boolean).join(' ')

/** A default is a value, or the time at which the row comes. */
function defaultOf(expression: string | null): string | false {
  if (expression === null) return false
  return `default ${/strftime|to_char/.test(expression) ? 'now' : expression.replace(/::\w+$/, '')}`
}

const kinds: Readonly<Record<string, string>> = { INTEGER: 'bigint', REAL: 'double precision', BLOB: 'bytea' }

export function describeSqlite(db: DatabaseSync): Tables {
  const tables: Tables = {}
  const all = (sql: string, ...values: string[]) => db.prepare(sql).all(...values) as Record<string, string | number>[]
  const found = all(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  )
  for (const { name, sql } of found as { name: string; sql: string }[]) {
    const table = (tables[name] = nothing())
    const columns = all('SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)', name)
    for (const { name: column, type, notnull, dflt_value: value, pk, hidden } of columns) {
      const isGenerated = hidden === 2 || hidden === 3
      const kind = kinds[String(type)] ?? String(type).toLowerCase()
      const isNever = notnull === 1 || Number(pk) > 0
      table.columns[String(column)] = words(
        kind,
        isNever && 'not null',
        isGenerated ? 'generated' : defaultOf(value === null ? null : String(value)),
      )
    }
    const inKey = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk))
    table.key = inKey.map((column) => column.name).join(', ')
    for (const index of all('SELECT name, "unique", origin, partial FROM pragma_index_list(?)', name)) {
      const parts = all(
        'SELECT name, "desc" FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno',
        String(index.name),
      )
      const text = parts.map((part) => words(String(part.name ?? '(…)'), part.desc === 1 && 'desc')).join(', ')
      if (index.origin === 'u') table.unique.push(text)
      if (index.origin !== 'c') continue
      table.indexes[String(index.name)] = words(text, index.unique === 1 && 'unique', index.partial === 1 && 'partial')
    }
    const links = all('SELECT "from", "table" AS target, "to", on_delete FROM pragma_foreign_key_list(?)', name)
    for (const { from, target, to, on_delete: end } of links) {
      // No pragma tells it.
      const isLate = new RegExp(`\\b${from} [A-Z]+ REFERENCES [^,]* DEFERRABLE INITIALLY DEFERRED`).test(sql)
      table.links.push(words(`${from} to ${target}.${to}`, end === 'CASCADE' && 'cascade', isLate && 'late'))
    }
    table.unique.sort()
    table.links.sort()
  }
  return tables
}

/** Of the schema `orrery`. */
export async function describePostgres(client: Client): Promise<Tables> {
  const tables: Tables = {}
  const all = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows
  for (const row of await all(columnsSql)) {
    const table = (tables[String(row.table)] ??= nothing())
    const { kind = '', never, generated, value = null, collation } = row
    const told = kind === 'text' && collation !== 'C' ? `text collate ${collation}` : kind
    table.columns[String(row.column)] = words(
      told,
      Boolean(never) && 'not null',
      generated === 's' ? 'generated' : defaultOf(value),
    )
  }
  for (const { table = '', name = '', columns = '', is_unique, is_partial, constraint } of await all(indexesSql)) {
    const target = tables[table]
    if (target === undefined) throw new Error(`an index of no table: ${name}`)
    if (constraint === 'p') target.key = columns
    else if (constraint === 'u') target.unique.push(columns)
    else target.indexes[name] = words(columns, Boolean(is_unique) && 'unique', Boolean(is_partial) && 'partial')
  }
  for (const { table = '', column, target, to, end, is_late } of await all(linksSql)) {
    tables[table]?.links.push(
      words(`${column} to ${target}.${to}`, end === 'c' && 'cascade', Boolean(is_late) && 'late'),
    )
  }
  for (const { unique, links } of Object.values(tables)) {
    unique.sort()
    links.sort()
  }
  return tables
}

const columnsSql = `
  SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS kind, a.attnotnull AS never,
    a.attgenerated AS generated, pg_get_expr(d.adbin, d.adrelid) AS value, l.collname AS collation
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_collation l ON l.oid = a.attcollation
  WHERE c.relnamespace = 'orrery'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`

const indexesSql = `
  SELECT c.relname AS table, i.relname AS name, x.indisunique AS is_unique, x.indpred IS NOT NULL AS is_partial,
    coalesce(k.contype, '') AS constraint, (
      SELECT string_agg(CASE WHEN x.indkey[n - 1] = 0 THEN '(…)' ELSE pg_get_indexdef(x.indexrelid, n, true) END
        || CASE WHEN x.indoption[n - 1] & 1 = 1 THEN ' desc' ELSE '' END, ', ' ORDER BY n)
      FROM generate_series(1, x.indnkeyatts::integer) AS n) AS columns
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class c ON c.oid = x.indrelid
    LEFT JOIN pg_constraint k ON k.conindid = x.indexrelid AND k.contype IN ('p', 'u')
  WHERE c.relnamespace = 'orrery'::regnamespace AND c.relkind = 'r'
  ORDER BY c.relname, i.relname`

const linksSql = `
  SELECT c.relname AS table, a.attname AS column, t.relname AS target, b.attname AS to, k.confdeltype AS end,
    k.condeferrable AND k.condeferred AS is_late
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
    JOIN pg_attribute b ON b.attrelid = t.oid AND b.attnum = k.confkey[1]
  WHERE k.contype = 'f' AND c.relnamespace = 'orrery'::regnamespace
  ORDER BY c.relname, a.attname`
