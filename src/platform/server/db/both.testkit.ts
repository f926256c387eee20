// For tests of stores: one test on SQLite and one on PostgreSQL, each with a fresh database that has all tables.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { Client } from 'pg'
import { startPostgres, withoutPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { silentLog } from '../log/log.ts'
import { openDatabase, type Database } from './open-database.ts'
import { migratePostgres } from './postgres/migrate-postgres.ts'
import { openPostgresDatabase } from './postgres/open-postgres.ts'

type Act = (t: TestContext, database: Database) => Promise<void>

/** Registers both; where PostgreSQL is not installed the second says so. The database is closed at the end. */
export function onBoth(name: string, act: Act): void {
  test(`${name} (SQLite)`, onSqlite(act))
  test(`${name} (PostgreSQL)`, { skip: withoutPostgres }, onPostgres(act))
}

const onSqlite = (act: Act) => async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-both-'))
  try {
    await using database = openDatabase({ path: join(folder, 'service.db'), sync: 'normal' })
    await act(t, database)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const onPostgres = (act: Act) => async (t: TestContext) => {
  await using database = await openPostgresDatabase({ url: await freshPostgres(), node: 'here', log: silentLog })
  await act(t, database)
}

const template = 'orrery_tables'

let server: Promise<Postgres> | null = null
let count = 0
after(async () => {
  await (await server)?.[Symbol.asyncDispose]()
})

/** The address of a database of its own, with all tables. The server begins with the first and ends with the file. */
export async function freshPostgres(): Promise<string> {
  const postgres = await (server ??= begin())
  return postgres.createDatabase(`fresh_${(count += 1)}`, template)
}

async function begin(): Promise<Postgres> {
  const postgres = await startPostgres()
  const client = new Client({ connectionString: await postgres.createDatabase(template) })
  await client.connect()
  await migratePostgres(client)
  await client.end()
  return postgres
}
