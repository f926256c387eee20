// PostgreSQL that is silent, that takes no writes, or that is not there at all, and a node whose clock is wrong.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { makeHome } from '../../support/home.ts'
import { startPostgres, withoutPostgres } from '#testing/postgres.testkit.ts'
import { openRelay } from '../../support/relay.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openDbosPlaces } from '../engines/dbos-rig.ts'
import { openFaultPlace, type FaultPlace } from './fault-place.ts'
import { holdFile } from './fault-strands.ts'

const places = openDbosPlaces()
after(() => places.close())
const options = { skip: withoutPostgres }
const none = { lost: [], doubled: [] }

/** One step is under way on each node when the fault comes, and ends amid it. */
async function amid(place: FaultPlace, fault: () => Promise<void> | void): Promise<void> {
  const held = [
    { run: 'mine', step: 'a' },
    { run: 'theirs', step: 'b' },
  ]
  for (const at of held) writeFileSync(holdFile(place.folder, at), '')
  place.run('here', 'mine')
  place.run('here', 'theirs', { strand: 'across' })
  for (const { run, step } of held) {
    const line = new RegExp(`^begin \\w+ ${run} ${step} `)
    await until('the step has begun', async () => (await place.traces()).some((one) => line.test(one)))
  }
  await fault()
  for (const at of held) unlinkSync(holdFile(place.folder, at))
}

test('faults: the network between both nodes and PostgreSQL falls silent amid runs', options, async () => {
  const url = new URL(await places.database())
  await using relay = await openRelay(Number(url.port))
  url.port = String(relay.port)
  await using place = await openFaultPlace({ here: url.href, there: url.href })
  await amid(place, () => relay.silence())
  place.run('there', 'after', { strand: 'compute' })
  assert.deepEqual(await place.settle(), none)
  assert.ok((await place.traces()).every((line) => !line.startsWith('begin') || line.endsWith(' 1')))
})

test('faults: PostgreSQL takes no writes for a while, as one that stands in for another', options, async () => {
  const address = await places.database()
  await using place = await openFaultPlace({ here: address, there: address })
  await amid(place, async () => {
    await takesWrites(address, false)
  })
  await place.sees('a step ends meanwhile', 'end here mine a')
  place.run('there', 'after', { strand: 'compute' })
  await takesWrites(address, true)
  assert.deepEqual(await place.settle(), none)
  assert.ok((await place.traces()).every((line) => !line.startsWith('begin') || line.endsWith(' 1')))
})

async function takesWrites(address: string, takes: boolean): Promise<void> {
  const client = new Client({ connectionString: address, options: '-c default_transaction_read_only=off' })
  await client.connect()
  await client.query(`ALTER SYSTEM SET default_transaction_read_only = ${takes ? 'off' : 'on'}`)
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

test(
  'faults: a node whose clock is two minutes ahead runs no slot twice, and steps go to and fro',
  options,
  async () => {
    const url = await places.database()
    const preload = { there: join(import.meta.dirname, 'clock-ahead.mjs') }
    await using place = await openFaultPlace({ here: url, there: url }, { preload })
    const slot = '2026-11-23T08:00:00.000Z'
    // Whoever is ahead is there first.
    place.run('there', `local@${slot}`, { slot })
    await until('the slot has run', () => place.isOver(`local@${slot}`))
    place.run('here', `local@${slot}`, { slot })
    place.run('here', 'across', { strand: 'across' })
    place.run('here', 'compute', { strand: 'compute' })
    assert.deepEqual(await place.settle(), none)
    await place.kill('there')
    await place.begin('there')
    place.run('there', 'later', { strand: 'across' })
    assert.deepEqual(await place.settle(), none)
  },
)

/** Resolves once somebody was turned away at a port where nothing listens otherwise. */
function firstKnock(port: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const door = createServer((socket) => {
    socket.destroy()
    door.close(() => resolve())
  })
  door.listen(port, '127.0.0.1')
  return promise
}

const bootStrand = (traces: string) => `import { appendFile } from 'node:fs/promises'
export default { id: 'boot', startAtBoot: true, steps: [{ id: 'a', run: () => appendFile(${JSON.stringify(traces)}, 'ran\\n') }] }
`

test(
  'faults: a service that has only strands on PostgreSQL opens without it, says so, and runs them once it is there',
  options,
  async () => {
    await using postgres = await startPostgres()
    const url = await postgres.createDatabase('late')
    await using place = await makeHome()
    const traces = join(place.home, 'traces')
    mkdirSync(join(place.home, 'workflows'), { recursive: true })
    writeFileSync(join(place.home, 'workflows/boot.ts'), bootStrand(traces))
    let service: Service | null = null
    const ask = (method: string, path: string) =>
      fetch(`${service?.url}${path}`, { method, headers: { authorization: `Bearer ${service?.token}` } })
    try {
      await postgres.restart(async () => {
        const env = { DATABASE_URL: url, SERVICE_STORES: 'home', SERVICE_NODE: 'attic' }
        service = await startService(place, { env })
        assert.equal((await ask('GET', '/api/flow/strands')).status, 200)
        const refused = await ask('POST', '/api/flow/strands/boot/run')
        const { error, hint } = (await refused.json()) as { error: string; hint: string }
        assert.deepEqual([refused.status, error], [503, 'storage_unavailable'])
        assert.match(hint, /Look at DATABASE_URL/)
        assert.match(service.stdout() + service.stderr(), /PostgreSQL can not be used: strands wait for it/)
      })
      await until('it ran at the start after all', () => readFileSync(traces, 'utf8') === 'ran\n')
      assert.equal((await ask('POST', '/api/flow/strands/boot/run')).status, 202)
      await until('it ran', () => readFileSync(traces, 'utf8') === 'ran\nran\n')
    } finally {
      await (service as Service | null)?.[Symbol.asyncDispose]()
    }
  },
)

test('faults: a service whose board is on PostgreSQL waits for it at its start', options, async () => {
  await using postgres = await startPostgres()
  const env = { DATABASE_URL: await postgres.createDatabase('board'), SERVICE_NODE: 'attic' }
  await using place = await makeHome()
  {
    await using service = await startService(place, { env })
    assert.equal((await service.call('POST /api/tasks', { json: { id: 'one', title: 'One' } })).status, 201)
  }
  const begun: Promise<Service>[] = []
  await postgres.restart(async () => {
    const knock = firstKnock(Number(new URL(env.DATABASE_URL).port))
    begun.push(startService(place, { env }))
    await knock
  })
  await using service = (await Promise.all(begun))[0] ?? assert.fail('it was not begun')
  const { json } = await service.call('GET /api/tasks')
  assert.equal((json.tasks as unknown[]).length, 1)
})

test('faults: without PostgreSQL a service whose board is there ends, and says what to look at', options, async () => {
  await using place = await makeHome()
  const env = { DATABASE_URL: 'postgres://orrery:geheim@127.0.0.1:9/none', SERVICE_NODE: 'attic' }
  const { code, err } = await orrery(place, ['start'], { env })
  assert.equal(code, 69, err)
  assert.match(err, /PostgreSQL/)
  assert.match(err, /DATABASE_URL/)
  assert.doesNotMatch(err, /geheim/)
})
