// A read of the stores whose connection to PostgreSQL breaks amid it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openPostgresDatabase } from '#platform/server/db/postgres/open-postgres.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { startPostgres, withoutPostgres } from '#testing/postgres.testkit.ts'
import { openRelay } from '../../support/relay.ts'
import { until } from '../../support/until.ts'

test(
  'a read whose connection breaks amid it is refused, and the next is answered',
  { skip: withoutPostgres },
  async () => {
    await using postgres = await startPostgres()
    const url = new URL(await postgres.createDatabase('reads'))
    await using relay = await openRelay(Number(url.port))
    url.port = String(relay.port)
    await using database = await openPostgresDatabase({ url: url.href, node: 'here', log: silentLog })
    const refused = assert.rejects(sql`SELECT pg_sleep(600)`.execute(database.read), /Connection terminated/)
    await until('it is asked', () => relay.heard().includes('pg_sleep'))
    relay.cut()
    await refused
    const { rows } = await sql`SELECT 1 AS one`.execute(database.read)
    assert.deepEqual(rows, [{ one: 1 }])
  },
)
