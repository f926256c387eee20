// Brings the schema `orrery` of a PostgreSQL up to date: the baseline in the place of the first migrations, then each of those
// after it, all in transactions of their own. Services that start together take turns.
import type { ClientBase } from 'pg'
import { inBaseline, sinceBaseline } from '../all-migrations.ts'
import { lockTables, unlockTables } from '../lock-tables.ts'
import { missingOf, refuseNewer, type Migration, type TwofoldMigration } from '../migrate.ts'
import { baseline } from './baseline.ts'

type Client = Pick<ClientBase, 'query'>

type Known = { readonly inBaseline: readonly Migration[]; readonly sinceBaseline: readonly TwofoldMigration[] }

/**
 * Applies what is missing and answers its numbers. Throws `NewerDatabaseError` when a newer program migrated it. Names of tables
 * are found afterwards by who has `orrery` in the search path.
 */
export async function migratePostgres(client: Client, known: Known = { inBaseline, sinceBaseline }): Promise<number[]> {
  // Whoever may write there need not have the right to make tables.
  if (stepsFor(await appliedIn(client, known), known).length === 0) return []
  await lockTables(client)
  try {
    const steps = stepsFor(await appliedIn(client, known), known)
    for (const step of steps) await apply(client, step)
    return steps.flatMap(({ stored }) => stored.map(({ number }) => number))
  } finally {
    await unlockTables(client).catch(() => {
      // The connection broke, and the lock ended with it.
    })
  }
}

/** Those that are stored; null where there is no table of them. Throws `NewerDatabaseError`. */
async function appliedIn(client: Client, known: Known): Promise<ReadonlySet<number> | null> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('orrery.migrations') AS found")
  if ((rows[0]?.found ?? null) === null) return null
  const stored = await client.query<{ number: number }>('SELECT number::integer FROM orrery.migrations')
  const applied = new Set(stored.rows.map(({ number }) => number))
  const { rows: names } = await client.query<{ name: string }>('SELECT current_database() AS name')
  const migrations = [...known.inBaseline, ...known.sinceBaseline]
  refuseNewer(`the PostgreSQL database ${names[0]?.name}`, { applied, migrations })
  return applied
}

/** What is applied as a whole, and what is stored of it. */
type Step = { readonly title: string; readonly sql: string; readonly stored: readonly Migration[] }

function stepsFor(applied: ReadonlySet<number> | null, known: Known): Step[] {
  const since = missingOf(known.sinceBaseline, applied ?? new Set()).map((migration) => ({
    title: `migration ${migration.number} (${migration.name})`,
    sql: migration.postgres ?? '',
    stored: [migration],
  }))
  if (applied !== null) return since
  return [
    { title: 'the making of the tables', sql: `${migrationsTable}${baseline}`, stored: known.inBaseline },
    ...since,
  ]
}

const migrationsTable = `
  CREATE TABLE migrations (
    number BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    applied_at TEXT COLLATE "C" NOT NULL
  );
`

async function apply(client: Client, { title, sql, stored }: Step): Promise<void> {
  await client.query('BEGIN')
  try {
    await makeSchema(client)
    await client.query('SET LOCAL search_path = orrery')
    await client.query(sql)
    for (const { number, name } of stored) await client.query(store, [number, name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      // The connection broke, and the transaction ended with it.
    })
    throw new Error(`${title} failed in PostgreSQL and was undone`, { cause: error })
  }
}

/** Another one's right to make schemas is not needed where it is there. */
async function makeSchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regnamespace('orrery') AS found")
  if ((rows[0]?.found ?? null) === null) await client.query('CREATE SCHEMA orrery')
}

const store = `INSERT INTO migrations VALUES ($1, $2,
  to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`
