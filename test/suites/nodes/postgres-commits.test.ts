// The queue of writes on a real PostgreSQL: what is committed together, what is taken back, and what happens when the server
// or the connection goes at the wrong moment.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { pause, statement, type Script } from '#platform/server/db/script.ts'
import { openPostgresDatabase } from '#platform/server/db/postgres/open-postgres.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { startPostgres, withoutPostgres, type Postgres } from '#testing/postgres.testkit.ts'

const options = { skip: withoutPostgres }
let server: Promise<Postgres> | null = null
let count = 0
after(async () => await (await server)?.[Symbol.asyncDispose]())

type Place = { readonly url: string; readonly postgres: Postgres }

async function openPlace(): Promise<Place> {
  const postgres = await (server ??= startPostgres())
  return { postgres, url: await postgres.createDatabase(`place_${(count += 1)}`) }
}

const open = ({ url }: Place, node = 'here') => openPostgresDatabase({ url, node, log: silentLog })
const put = statement('INSERT INTO counters (name, value) VALUES (?, ?)')
const bump = statement('UPDATE counters SET value = value + 1 WHERE name = ?')
const seqOf = statement("INSERT INTO tool_facts (session_id, at, tool) VALUES (?, '2026-01-01T00:00:00.000Z', '')", {
  key: 'fact',
})
const endMe = statement('SELECT pg_terminate_backend(pg_backend_pid())')
const sleep = statement('SELECT pg_sleep(?)')

function* putOne(name: string): Script {
  yield* put.run(name, 1)
}

type Opened = Awaited<ReturnType<typeof openPostgresDatabase>>

async function names({ read }: Opened): Promise<string[]> {
  const rows = await read.selectFrom('counters').select('name').where('name', 'like', 'a%').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

test('a failure takes back its whole commit, and what came meanwhile, in reverse order', options, async () => {
  await using database = await open(await openPlace())
  const undone: string[] = []
  const write = (name: string) =>
    database.commits.write({ script: () => putOne(name), undo: () => void undone.push(name) })
  await Promise.all([write('a1'), write('a2')])
  assert.equal(database.commits.count(), 1)
  const slow = database.commits.write({
    *script() {
      yield* sleep.all(0.2)
      yield* putOne('a1')
    },
    undo: () => void undone.push('slow'),
  })
  const first = write('a3')
  // By now the commit of these two is under way.
  await new Promise((resolve) => setTimeout(resolve, 50))
  const settled = await Promise.allSettled([slow, first, write('a4')])
  assert.deepEqual(
    settled.map((one) => one.status === 'rejected' && one.reason instanceof StorageError && one.reason.trouble),
    ['failed', 'failed', 'failed'],
  )
  assert.deepEqual(undone, ['a4', 'a3', 'slow'])
  assert.deepEqual(await names(database), ['a1', 'a2'])
  await write('a5')
  assert.deepEqual(await names(database), ['a1', 'a2', 'a5'])
  assert.equal(database.trouble(), null)
})

test(
  'a script is answered: rows, numbers of rows, keys, counts as numbers, NUL as what texts can hold',
  options,
  async () => {
    await using database = await open(await openPlace())
    const seen: unknown[] = []
    await database.commits.write({
      *script() {
        seen.push(yield* seqOf.insert('one'), yield* seqOf.insert('nul\0'))
        seen.push(yield* bump.run('nobody'))
        seen.push(yield* statement('SELECT count(*) AS count, sum(fact) AS sum FROM tool_facts').first())
        seen.push(yield* statement('SELECT session_id FROM tool_facts WHERE fact = ?').first(2))
        seen.push(yield* statement('PRAGMA secure_delete = ON', { postgres: null }).run())
      },
    })
    assert.deepEqual(seen, [1, 2, 0, { count: 2, sum: 3 }, { session_id: 'nul\uFFFD' }, 0])
  },
)

test('a long write is given up at a pause, with the reason of its signal; others are not harmed', options, async () => {
  await using database = await open(await openPlace())
  const control = new AbortController()
  const reason = new Error('enough')
  let closed = 0
  const long = database.commits.writeInSlices({
    *script() {
      try {
        yield* putOne('a1')
        control.abort(reason)
        yield pause
        yield* putOne('a2')
      } finally {
        closed += 1
      }
    },
    signal: control.signal,
  })
  const short = database.commits.write({ script: () => putOne('a3') })
  await assert.rejects(long, reason)
  await short
  assert.equal(closed, 1)
  assert.deepEqual(await names(database), ['a3'])
})

test(
  'a connection that ends in a transaction takes it back, and the next write goes over a new one',
  options,
  async () => {
    await using database = await open(await openPlace())
    let undone = 0
    const broken = database.commits.write({
      *script() {
        yield* putOne('a1')
        yield* endMe.all()
      },
      undo: () => void (undone += 1),
    })
    await assert.rejects(broken, { name: 'StorageError', trouble: 'remote' })
    assert.equal(undone, 1)
    await database.commits.write({ script: () => putOne('a2') })
    assert.deepEqual(await names(database), ['a2'])
  },
)

test(
  'a server that starts anew is waited for; one that stays away is told, and refuses what waits',
  options,
  async () => {
    const place = await openPlace()
    await using database = await open(place)
    await database.commits.write({ script: () => putOne('a1') })
    await place.postgres.restart(async () => {
      await assert.rejects(database.commits.write({ script: () => putOne('a2') }), { trouble: 'remote' })
      assert.equal(database.trouble(), 'remote')
    })
    await database.commits.write({ script: () => putOne('a3') })
    assert.deepEqual(await names(database), ['a1', 'a3'])
    assert.equal(database.trouble(), null)
  },
)

test('nodes that wait for each other begin anew: each write is there once', options, async () => {
  const place = await openPlace()
  await using one = await open(place, 'one')
  await using other = await open(place, 'other')
  await one.commits.write({ script: () => putOne('a1') })
  await one.commits.write({ script: () => putOne('a2') })
  const both = (first: string, second: string) =>
    function* script(): Script {
      yield* bump.run(first)
      yield* sleep.all(0.3)
      yield* bump.run(second)
    }
  await Promise.all([
    one.commits.write({ script: both('a1', 'a2') }),
    other.commits.write({ script: both('a2', 'a1') }),
  ])
  const rows = await one.read.selectFrom('counters').select('value').where('name', 'like', 'a%').execute()
  assert.deepEqual(rows, [{ value: 3 }, { value: 3 }])
})

test('the end of the process commits what waits', options, async () => {
  const place = await openPlace()
  const database = await open(place)
  const writes = ['a1', 'a2'].map((name) => database.commits.write({ script: () => putOne(name) }))
  await database[Symbol.asyncDispose]()
  await Promise.all(writes)
  const client = new Client(place.url)
  await client.connect()
  const { rows } = await client.query("SELECT name FROM orrery.counters WHERE name LIKE 'a%' ORDER BY name")
  await client.end()
  assert.deepEqual(rows, [{ name: 'a1' }, { name: 'a2' }])
})
