// Where the services of a test keep their stores: in a file of their home, or each in a PostgreSQL database of its own when
// ORRERY_TEST_STORES is `postgres`. One server a process, which begins with the first home and ends with the process.
import { basename } from 'node:path'
import type { Postgres } from '#testing/postgres.testkit.ts'

const isOnPostgres = process.env.ORRERY_TEST_STORES === 'postgres'

let server: Promise<Postgres> | null = null
let count = 0

/** Variables of all programs of a home. */
export async function storesOf(root: string): Promise<Readonly<Record<string, string>>> {
  if (!isOnPostgres) return {}
  const postgres = await (server ??= begin())
  const url = await postgres.createDatabase(`home_${(count += 1)}`)
  return { DATABASE_URL: url, SERVICE_NODE: basename(root) }
}

/** Loaded where it is used: no other test waits for the client of PostgreSQL. */
async function begin(): Promise<Postgres> {
  const { startPostgres } = await import('#testing/postgres.testkit.ts')
  return startPostgres({ endsWithProcess: true })
}
