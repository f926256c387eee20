// Two built services on one PostgreSQL: who sees whom, the smoke test across both, and what becomes of it when one is dead.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { makeHome } from '../../support/home.ts'
import { until } from '../../support/until.ts'
import { openNodes, runOf, runStrand, standings, systemOf, type NodePlace } from './two-services.ts'

const options = { skip: withoutPostgres }
let shared: Awaited<ReturnType<typeof openNodes>>
let attic: NodePlace
let popos: NodePlace
let here: Service
let there: Service

before(async () => {
  if (withoutPostgres !== false) return
  shared = await openNodes()
  ;[attic, popos] = await Promise.all([shared.node('attic'), shared.node('popos')])
  ;[here, there] = await Promise.all([attic.begin(), popos.begin()])
})
after(async () => shared?.[Symbol.asyncDispose]())

const over = (service: Service, id: string) =>
  until('the run is over', async () => {
    const told = await runOf(service, id)
    return told.run.finished_at !== null && told
  })

const stepOf = async (service: Service, id: string, step: string) =>
  (await runOf(service, id)).steps.find(({ step_id: name }) => name === step)

test('nodes: two services see each other, and the command line says so', options, async () => {
  await until('both are seen', async () => (await standings(here)).length === 2)
  assert.deepEqual(await standings(here), ['attic live here', 'popos live'])
  await until('by the other one, too', async () => (await standings(there)).join() === 'attic live,popos live here')
  const { out } = await orrery(attic.place, ['system'])
  assert.match(out, /^Nodes +attic \(this one, up \d.*\), popos \(on .+, up \d.*\)$/m)
})

test('nodes: the smoke test reaches the other node and comes back', options, async () => {
  const id = await runStrand(here, 'cross-node-smoke')
  const { run, steps } = await over(here, id)
  assert.deepEqual([run.status, run.error], ['success', null])
  const hosts = Object.fromEntries(steps.map(({ step_id: step, host }) => [step, host]))
  assert.deepEqual(hosts, { 'pi-ping': 'attic', 'popos-ping': 'popos', 'pi-wrapup': 'attic' })
  const wrapup = steps.find(({ step_id: step }) => step === 'pi-wrapup')
  assert.deepEqual(wrapup?.result, { from: 'attic', reached: 'popos' })
})

test('nodes: with the other node dead its step waits, and runs when it is back', options, async () => {
  await there.kill()
  await shared.change(`UPDATE orrery.nodes SET last_heartbeat = now() - interval '45 seconds' WHERE name = 'popos'`)
  await until('it is silent', async () => (await standings(here)).includes('popos silent'))
  const { out } = await orrery(attic.place, ['system'])
  assert.match(out, /popos \(silent for \d+ (?:s|min): it was killed, or can not reach PostgreSQL\)/)
  const id = await runStrand(here, 'cross-node-smoke')
  await until('its step waits', async () => (await stepOf(here, id, 'popos-ping'))?.status === 'queued')
  await until('the other one ran', async () => (await stepOf(here, id, 'pi-ping'))?.status === 'success')
  there = await popos.begin()
  const { run, steps } = await over(here, id)
  assert.equal(run.status, 'success')
  assert.equal(steps.find(({ step_id: step }) => step === 'popos-ping')?.host, 'popos')
  await until('it is live again', async () => (await standings(here)).includes('popos live'))
})

test('nodes: instance-gc deletes the rows of those that were silent for a day, and no other', options, async () => {
  const row = (name: string, span: string) =>
    shared.change(`INSERT INTO orrery.nodes (name, instance, hostname, version, capabilities, started_at, last_heartbeat)
      VALUES ('${name}', gen_random_uuid(), 'x', '0', '{}', now() - interval '9 days', now() - interval '${span}')`)
  await row('old', '25 hours')
  await row('older', '3 days')
  await row('silent', '23 hours')
  const { run, steps } = await over(here, await runStrand(here, 'instance-gc'))
  assert.equal(run.status, 'success')
  const result = steps[0]?.result as { ok: boolean; deleted: number }
  assert.deepEqual([result.ok, result.deleted], [true, 2])
  await until('only the old ones are gone', async () => {
    const told = await standings(here)
    return !told.join().includes('old') && told.includes('silent silent')
  })
})

test('nodes: PostgreSQL is away and back: the service goes on, says so, and is seen again', options, async () => {
  await shared.postgres.restart(async () => {
    const { nodes, sessions } = await until('it is told', async () => {
      const now = await systemOf(here)
      return (now.nodes?.problem ?? null) !== null && now
    })
    assert.match(nodes?.problem ?? '', /^PostgreSQL does not answer: /)
    assert.equal(sessions.total, 0)
  })
  await until('both are seen', async () => {
    const { nodes } = await systemOf(here)
    return nodes?.problem === null && nodes.nodes.filter(({ standing }) => standing === 'live').length === 2
  })
})

test('nodes: one that is stopped says so', options, async () => {
  await there.stop()
  await until('it is gone', async () => (await standings(here)).includes('popos gone'))
  assert.match((await orrery(attic.place, ['system'])).out, /popos \(stopped \d+ s ago\)/)
})

test('nodes: without DATABASE_URL nothing of it is told, and instance-gc is not set up', async () => {
  await using place = await makeHome()
  await using alone = await startService(place)
  assert.equal((await systemOf(alone)).nodes, null)
  assert.doesNotMatch((await orrery(place, ['system'])).out, /^Nodes/m)
  const { run, steps } = await over(alone, await runStrand(alone, 'instance-gc'))
  const result = steps[0]?.result as { ok: boolean; error: string }
  assert.deepEqual([run.status, result.ok, result.error], ['success', false, 'not_set_up'])
})
