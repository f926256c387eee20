// Doctor's look at a real PostgreSQL: one that is well, one that is not there, and users who may not do what is needed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startPostgres, withoutPostgres } from '#testing/postgres.testkit.ts'
import { lookAtPostgres } from './look-at-postgres.ts'

test(
  'what is well, what is missing and who is not let in is told with what to do',
  { skip: withoutPostgres },
  async () => {
    await using postgres = await startPostgres()
    const url = await postgres.createDatabase('looked_at')
    const well = await lookAtPostgres(url)
    assert.deepEqual([well.level, well.hints], ['ok', []], well.says)
    assert.match(well.says, /^PostgreSQL \d+\.\d+, 1 node on it$/)

    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query('CREATE ROLE guest LOGIN')
    await client.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    await client.end()
    const guest = new URL(url)
    guest.username = 'guest'
    const refused = await lookAtPostgres(String(guest))
    assert.deepEqual([refused.level, refused.says], ['fail', 'this user may not make schemas in that database'])
    const latin = await lookAtPostgres(postgres.url('latin'))
    assert.deepEqual([latin.level, /LATIN1/.test(latin.says)], ['fail', true])

    const missing = await lookAtPostgres(postgres.url('missing'))
    assert.equal(missing.level, 'fail')
    assert.match(missing.says, /"missing" does not exist/)
    assert.match(missing.hints[0] ?? '', /DATABASE_URL/)
    const nowhere = await lookAtPostgres('postgres://somebody:geheim@127.0.0.1:9/none')
    assert.equal(nowhere.level, 'fail')
    assert.doesNotMatch(JSON.stringify(nowhere), /geheim/)
  },
)
