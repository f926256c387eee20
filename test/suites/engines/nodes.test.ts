// Two nodes on one PostgreSQL: steps go to the node that they name or that has what they require, and nothing is lost with a node.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDbosEngine } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { until } from '../../support/until.ts'
import { openDbosPlaces } from './dbos-rig.ts'
import { engineOptions, openNodePlace } from './node-place.ts'
import { ask, taken } from './rig.ts'

const places = openDbosPlaces()
after(() => places.close())
const options = { skip: withoutPostgres }

test('nodes: steps run where they belong, with results and output brought home', options, async () => {
  await using place = await openPlace()
  await using there = await place.another()
  assert.ok(there)
  const { runId } = taken(await place.engine.trigger(ask('smoke')))
  const run = await place.engine.result(runId)
  assert.deepEqual([run?.status, run?.error], ['success', null])
  const steps = new Map((await place.reads.steps(runId)).map((step) => [step.step_id, step]))
  const hosts = [...steps.values()].map(({ step_id: id, host }) => `${id} ${host ?? ''}`).toSorted()
  assert.deepEqual(hosts, ['compute there', 'ping here', 'pong there', 'wrap-up here'])
  assert.deepEqual(steps.get('wrap-up')?.result, { pong: { heard: 'here' }, compute: 'computed' })
  assert.equal(await place.output(runId, 'pong'), 'printed there\n')
  const began = (await place.traces()).filter((line) => line.includes('begin')).toSorted()
  assert.deepEqual(began, ['here begin ping 1', 'here begin wrap-up 1', 'there begin compute 1', 'there begin pong 1'])
})

test('nodes: a step waits for its node, which may die with it and runs it again when it is back', options, async () => {
  await using place = await openPlace()
  const { runId } = taken(await place.engine.trigger(ask('long')))
  const status = async () => (await place.reads.steps(runId)).find(({ step_id: id }) => id === 'wait')?.status
  assert.equal(await until('the step waits', status), 'queued')
  {
    await using there = await place.another()
    await until('it runs', async () => (await status()) === 'running')
    await there.kill()
  }
  await using again = await place.another()
  assert.ok(again)
  const run = await place.engine.result(runId)
  assert.equal(run?.status, 'success')
  const wait = (await place.reads.steps(runId)).find(({ step_id: id }) => id === 'wait')
  assert.deepEqual([wait?.attempt, wait?.result], [2, 'on the second try'])
  assert.deepEqual(
    wait?.attempts.map(({ status }) => status),
    ['cancelled', 'success'],
  )
})

test('nodes: a cancel reaches a step that runs elsewhere, and one that nobody took', options, async () => {
  await using place = await openPlace()
  const unbegun = taken(await place.engine.trigger(ask('long'))).runId
  await until('it waits', async () => (await place.reads.steps(unbegun)).length > 0)
  assert.equal(taken(await place.engine.cancel(unbegun, 'ada')).status, 'cancelled')
  await using there = await place.another()
  assert.ok(there)
  const { runId } = taken(await place.engine.trigger(ask('long')))
  await until('it runs', async () => (await place.traces()).includes('there begin wait 1'))
  const run = taken(await place.engine.cancel(runId, 'ada'))
  assert.deepEqual([run.status, run.error], ['cancelled', 'Cancelled by ada.'])
  const steps = (await place.reads.steps(runId)).map(({ step_id: id, status }) => `${id} ${status}`).toSorted()
  assert.deepEqual(steps, ['after skipped', 'wait cancelled'])
  assert.equal((await place.traces()).filter((line) => line.startsWith('there begin')).length, 1)
})

test('nodes: a strand that is not installed where its step belongs fails with that sentence', options, async () => {
  await using place = await openPlace()
  await using there = await place.another(2)
  assert.ok(there)
  const { runId } = taken(await place.engine.trigger(ask('unknown')))
  const run = await place.engine.result(runId)
  assert.deepEqual([run?.status, run?.error], ['failed', 'a: The strand unknown is not installed on there.'])
})

test('nodes: a slot that two nodes begin at once has one run', options, async () => {
  await using place = await openPlace()
  await using there = await place.another()
  const slots = ['00', '01', '02', '03', '04', '05'].map((minute) => `2026-11-23T08:${minute}:00.000Z`)
  for (const slot of slots) {
    there.trigger(`any@${slot}`)
    await place.engine.trigger(ask('any', { runId: `any@${slot}`, trigger: 'cron', slot }))
  }
  const ends = async () => (await place.traces()).filter((line) => line.includes(' end a ')).length
  await until('each slot has run', async () => (await ends()) >= slots.length)
  // A run of this node comes after whatever the other one still does with them.
  const { runId } = taken(await place.engine.trigger(ask('smoke')))
  await place.engine.result(runId)
  assert.equal(await ends(), slots.length)
})

test('nodes: PostgreSQL is started anew under a run: it goes on, and no step runs twice', options, async () => {
  await using place = await openPlace()
  const { runId } = taken(await place.engine.trigger(ask('long', { runId: 'through' })))
  await until('it waits', async () => (await place.reads.steps(runId)).length > 0)
  await (await places.postgres()).restart()
  await using there = await place.another()
  assert.ok(there)
  await until('it runs', async () => (await place.traces()).includes('there begin wait 1'))
  assert.equal(taken(await place.engine.cancel(runId, 'ada')).status, 'cancelled')
  assert.equal((await place.traces()).filter((line) => line.startsWith('there begin')).length, 1)
})

test('nodes: of two services with one name the second says so', options, async () => {
  await using place = await openPlace()
  await using second = await place.home('second')
  const engine = openDbosEngine(engineOptions(second), { url: place.url, node: 'here' })
  await engine.start()
  await assert.rejects(engine.trigger(ask('any')), { code: 'storage_unavailable', trouble: 'named' })
  await engine.stop()
})

const openPlace = async () => openNodePlace(await places.database())
