// Nodes of one PostgreSQL see each other by their heartbeats: live, silent, gone, and twice of one name.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { silentLog } from '#platform/server/log/log.ts'
import { createNodeTable } from '#rooms/nodes/server/postgres/node-table.ts'
import { createPresence } from '#rooms/nodes/server/presence.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { startPostgres, withoutPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { until } from '../../support/until.ts'

const options = { skip: withoutPostgres }
let server: Postgres | null = null
let count = 0

before(async () => {
  if (withoutPostgres === false) server = await startPostgres()
})
after(async () => server?.[Symbol.asyncDispose]())

const postgres = (): Postgres => server ?? assert.fail('it runs')
const database = (): Promise<string> => postgres().createDatabase(`nodes_${(count += 1)}`)

type Started = { readonly upMs?: number; readonly version?: string; readonly clock?: string }

const machine = { free_ram: 3 * 2 ** 30, total_ram: 8 * 2 ** 30, load: 0.5, cores: 4 }
const unknown = { free_ram: null, total_ram: null, load: null, cores: null }

/** A node in this process; `end` closes its connection without a word, as a death does. */
function begin(url: string, node: string, { upMs = 1000, version = '1.0.0', clock }: Started = {}) {
  const time = new ManualTime(clock ?? new Date().toISOString())
  const table = createNodeTable({ url, node, instance: randomUUID(), log: silentLog })
  const facts = () => ({ hostname: `${node}.example`, url: null, version, capabilities: ['gpu'], upMs, machine })
  const presence = createPresence({ table, node, facts, clock: time, timers: time, log: silentLog })
  return {
    time,
    forgetGone: presence.forgetGone,
    stop: presence.stop,
    end: table.close,
    /** As of now, whatever was asked a moment ago. */
    async told() {
      await time.pass(2000)
      return presence.told()
    },
    async standings() {
      const { nodes } = await this.told()
      return nodes.map(({ name, standing, is_here: isHere }) => `${name} ${standing}${isHere ? ' here' : ''}`)
    },
    [Symbol.asyncDispose]: presence.stop,
  }
}

async function change(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const silence = (name: string, span: string): string =>
  `UPDATE orrery.nodes SET last_heartbeat = now() - interval '${span}' WHERE name = '${name}'`

test(
  'presence: nodes see each other live, silent since their last heartbeat, stopped, and back again',
  options,
  async () => {
    const url = await database()
    await using attic = begin(url, 'attic')
    // Both make the tables at once.
    const cellar = begin(url, 'cellar', { version: '1.1.0' })
    await Promise.all([attic.told(), cellar.told()])
    assert.deepEqual(await attic.standings(), ['attic live here', 'cellar live'])
    assert.deepEqual(await cellar.standings(), ['attic live', 'cellar live here'])
    assert.deepEqual(
      (await attic.told()).nodes.map(({ version, capabilities, hostname }) => [version, hostname, ...capabilities]),
      [
        ['1.0.0', 'attic.example', 'gpu'],
        ['1.1.0', 'cellar.example', 'gpu'],
      ],
    )
    await cellar.stop()
    assert.deepEqual(await attic.standings(), ['attic live here', 'cellar gone'])
    const again = begin(url, 'cellar')
    assert.deepEqual(await again.standings(), ['attic live', 'cellar live here'])
    await again.end()
    await change(url, silence('cellar', '31 seconds'))
    assert.deepEqual(await attic.standings(), ['attic live here', 'cellar silent'])
    await change(url, silence('cellar', '25 hours'))
    assert.deepEqual(await attic.standings(), ['attic live here', 'cellar gone'])
    assert.equal(await attic.forgetGone(), 1)
    assert.deepEqual(await attic.standings(), ['attic live here'])
  },
)

test('presence: a clock that is two minutes off makes nobody silent, and times are told by it', options, async () => {
  const url = await database()
  const off = new Date(Date.now() - 120_000).toISOString()
  await using attic = begin(url, 'attic', { clock: off, upMs: 60_000 })
  await using cellar = begin(url, 'cellar')
  await cellar.told()
  const { nodes, as_of: asOf } = await attic.told()
  assert.deepEqual(
    nodes.map(({ standing }) => standing),
    ['live', 'live'],
  )
  const [here, there] = nodes.map(({ clock_ahead_ms: ms }) => ms)
  assert.equal(here, 0)
  assert.ok(Math.abs((there ?? 0) - 120_000) < 30_000, `the other one's clock is ahead by ${there} ms`)
  const now = attic.time.now()
  assert.equal(Date.parse(asOf ?? ''), now)
  for (const { last_heartbeat: heard, started_at: started } of nodes) {
    assert.ok(Math.abs(now - Date.parse(heard)) < 30_000, heard)
    assert.ok(Date.parse(started) <= now, started)
  }
})

test(
  'presence: of two processes with one name the second says so, and takes the row once the first has ended',
  options,
  async () => {
    const url = await database()
    const first = begin(url, 'attic', { upMs: 5000 })
    await first.told()
    await using second = begin(url, 'attic', { upMs: 1 })
    const told = await second.told()
    assert.match(told.problem ?? '', /^Another service is the node attic, on attic\.example: .* SERVICE_NODE=<name>/)
    assert.deepEqual(
      told.nodes.map(({ is_here: isHere }) => isHere),
      [false],
    )
    assert.equal((await first.told()).problem, null)
    await first.end()
    const taken = await until('the row is its own', async () => {
      const now = await second.told()
      return now.problem === null && now
    })
    assert.deepEqual(
      taken.nodes.map(({ is_here: isHere, standing }) => [isHere, standing]),
      [[true, 'live']],
    )
  },
)

test('presence: without PostgreSQL a node tells what it knew and why, and is back by itself', options, async () => {
  const url = await database()
  await using attic = begin(url, 'attic')
  await using cellar = begin(url, 'cellar')
  await cellar.told()
  const before = await attic.told()
  await postgres().restart(async () => {
    const without = await attic.told()
    assert.match(
      without.problem ?? '',
      /^PostgreSQL does not answer: .+\. Strands wait for it; .* Look whether it runs/,
    )
    assert.deepEqual([without.nodes, without.as_of], [before.nodes, before.as_of])
    await assert.rejects(attic.forgetGone())
  })
  assert.deepEqual([(await attic.told()).problem, (await cellar.told()).problem], [null, null])
  assert.deepEqual(await attic.standings(), ['attic live here', 'cellar live'])
})

const withoutMachine = 'ALTER TABLE orrery.nodes DROP free_ram, DROP total_ram, DROP load, DROP cores'

test(
  'presence: nodes tell memory and load of their machines, beside older ones that know nothing of it',
  options,
  async () => {
    const url = await database()
    await using attic = begin(url, 'attic')
    const numbersAt = async (node: ReturnType<typeof begin>) =>
      (await node.told()).nodes.map(({ free_ram, total_ram, load, cores }) => ({ free_ram, total_ram, load, cores }))
    assert.deepEqual(await numbersAt(attic), [machine])
    await attic.end()
    await change(url, withoutMachine)
    await using cellar = begin(url, 'cellar')
    assert.deepEqual(await numbersAt(cellar), [unknown, machine], 'a table of before has room for them now')
    await change(
      url,
      `INSERT INTO orrery.nodes (name, instance, hostname, version, capabilities, started_at, last_heartbeat)
       VALUES ('older', gen_random_uuid(), 'shed', '0.9.0', '{}', now(), now())`,
    )
    assert.deepEqual(await numbersAt(cellar), [unknown, machine, unknown])
  },
)

test('presence: who may not change an older table is heard all the same, without its numbers', options, async () => {
  const url = await database()
  const attic = begin(url, 'attic')
  await attic.told()
  await attic.stop()
  await change(
    url,
    `${withoutMachine}; CREATE ROLE guest_${count} LOGIN; GRANT USAGE ON SCHEMA orrery TO guest_${count};
     GRANT SELECT, INSERT, UPDATE, DELETE ON orrery.nodes TO guest_${count}`,
  )
  await using guest = begin(url.replace('orrery@', `guest_${count}@`), 'cellar')
  const { nodes, problem } = await guest.told()
  assert.deepEqual(
    [problem, nodes.map(({ name, load }) => [name, load])],
    [
      null,
      [
        ['attic', null],
        ['cellar', null],
      ],
    ],
  )
})

test('presence: a login that may not make a schema finds the tables', options, async () => {
  const url = await database()
  await using attic = begin(url, 'attic')
  await attic.told()
  await change(
    url,
    `CREATE ROLE plain_${count} LOGIN; GRANT USAGE ON SCHEMA orrery TO plain_${count};
     GRANT SELECT, INSERT, UPDATE, DELETE ON orrery.nodes TO plain_${count}`,
  )
  await using plain = begin(url.replace('orrery@', `plain_${count}@`), 'cellar')
  assert.deepEqual(await plain.standings(), ['attic live', 'cellar live here'])
})
