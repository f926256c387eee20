// A connection that writes, against a real PostgreSQL: what becomes of one that stands still.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { startPostgres, withoutPostgres } from '#testing/postgres.testkit.ts'
import { silentLog } from '../../log/log.ts'
import { openLink } from './link.ts'

const takeLock = 'SELECT pg_advisory_xact_lock(1)'

test(
  'a transaction in which nothing happens is ended, so that whoever waits for its locks goes on, and the next is made',
  { skip: withoutPostgres },
  async () => {
    await using postgres = await startPostgres()
    const url = await postgres.createDatabase('standstill')
    await using link = openLink({ url, name: 'standing still', log: silentLog })
    const still = await link.client(5000)
    assert.ok(still !== null)
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    still.on('end', resolve)
    await still.query('BEGIN')
    await still.query(takeLock)
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query('BEGIN')
    await other.query(takeLock)
    await other.end()
    await ended
    const next = await link.client(5000)
    assert.ok(next !== null && next !== still)
    assert.deepEqual((await next.query('SELECT 1 AS one')).rows, [{ one: 1 }])
  },
)
