// Triage on several services that share their stores: one run at a time over all, and the same lanes on each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { LanesAnswer, TriageRun } from '#rooms/triage/contract.ts'
import { startTriageModel } from '../../support/fake-triage-model.ts'
import type { Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openNodes } from './two-services.ts'

const options = { skip: withoutPostgres }

async function lanesOf({ call, token }: Service): Promise<LanesAnswer> {
  const { json } = await call('GET /api/triage/lanes', { token })
  return json as unknown as LanesAnswer
}

/** `<lane> <task>[ locked]`, in their order. */
async function placesOf(service: Service): Promise<string[]> {
  const { lanes } = await lanesOf(service)
  return lanes.flatMap(({ lane, entries }) =>
    entries.map(({ task }) => `${lane} ${task.id}${task.score_locked === 1 ? ' locked' : ''}`),
  )
}

async function runOf({ call, token }: Service, id: number): Promise<TriageRun> {
  const { json } = await call(`GET /api/triage/runs/${id}`, { token })
  return json.run as TriageRun
}

const ask = (service: Service, route: string, json?: object) => service.call(route, { token: service.token, json })

async function two() {
  const model = await startTriageModel()
  const nodes = await openNodes({ SERVICE_MODEL_URL: model.url })
  nodes.opened.use(model)
  const [first, second] = [await nodes.node('one'), await nodes.node('other')]
  const [one, other] = [await first.begin(), await second.begin()]
  for (const id of ['T-1', 'T-2', 'T-3', 'T-4'])
    assert.equal((await ask(one, 'POST /api/tasks', { id, title: `Task ${id}` })).status, 201)
  return { model, nodes, first, one, other }
}

const bothSay = (services: readonly Service[], what: string, isSo: (service: Service) => Promise<boolean>) =>
  until(what, async () => (await Promise.all(services.map(isSo))).every(Boolean))

test('a run on one is the only one, and what it places, a lock and a brief are on both', options, async () => {
  const { model, nodes, one, other } = await two()
  await using _ = nodes
  await bothSay([one, other], 'both know all tasks', async (service) => (await lanesOf(service)).state.unplaced === 4)
  const brief = await ask(other, 'POST /api/briefs', { source: 'news', body: 'Something happened' })
  assert.ok(brief.status < 300, brief.text)
  model.scores.set('T-3', { impact: 5, urgency: 5, confidence: 5, effort: 1, lane: 'now' })
  const release = model.hold()
  const started = await ask(one, 'POST /api/triage/runs')
  assert.equal(started.status, 202, started.text)
  const id = Number(started.json.run_id)
  await until('the model is asked', () => model.waiting() === 1)
  await until('the other one shows it', async () => (await lanesOf(other)).state.running?.id === id)
  const second = await ask(other, 'POST /api/triage/runs')
  assert.deepEqual([second.status, second.json.error], [409, 'run_in_progress'], second.text)
  assert.match(String(second.json.reason), /the node one/)
  release()
  await bothSay([one, other], 'it is over on both', async (service) => {
    const { state } = await lanesOf(service)
    return state.last?.id === id && state.running === null && state.briefs_waiting === 0 && state.unplaced === 0
  })
  assert.equal((await runOf(other, id)).status, 'success')
  assert.equal(model.requests.length, 1)
  assert.deepEqual(await placesOf(one), await placesOf(other))
  assert.equal((await placesOf(other))[0], 'now T-3')

  const locked = await ask(other, 'POST /api/triage/lock/T-4', { lane: 'now' })
  assert.equal(locked.status, 200, locked.text)
  await until('the lock is on the other board', async () => (await placesOf(one)).includes('now T-4 locked'))
  assert.equal((await ask(one, 'POST /api/triage/unlock/T-4')).status, 200)
  await bothSay([one, other], 'nothing is locked', async (service) =>
    (await placesOf(service)).every((each) => !each.endsWith('locked')),
  )
})

test('a start leaves the run of another one alone, and one that died keeps nobody from the next', options, async () => {
  const { model, nodes, first, one, other } = await two()
  await using _ = nodes
  const release = model.hold()
  const id = Number((await ask(one, 'POST /api/triage/runs')).json.run_id)
  await until('the model is asked', () => model.waiting() === 1)
  const third = await (await nodes.node('third')).begin()
  assert.equal((await lanesOf(third)).state.running?.id, id)
  assert.equal((await runOf(one, id)).status, 'running')
  await one.kill()
  release()
  const again = await until('the other one may begin', async () => {
    const started = await ask(other, 'POST /api/triage/runs')
    return started.status === 202 && Number(started.json.run_id)
  })
  assert.equal((await runOf(other, id)).status, 'failed')
  await bothSay([other, third], 'it is over', async (service) => (await lanesOf(service)).state.last?.id === again)
  const back = await first.begin()
  assert.deepEqual(await placesOf(back), await placesOf(other))
})

test('a run is cancelled on any of them, and once', options, async () => {
  const { model, nodes, one, other } = await two()
  await using _ = nodes
  const release = model.hold()
  const id = Number((await ask(one, 'POST /api/triage/runs')).json.run_id)
  await until('the model is asked', () => model.waiting() === 1)
  const cancelled = await ask(other, `POST /api/triage/runs/${id}/cancel`)
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal((cancelled.json.run as TriageRun).status, 'cancelled')
  await bothSay([one, other], 'it is cancelled', async (service) => (await runOf(service, id)).status === 'cancelled')
  release()
  const again = await ask(other, `POST /api/triage/runs/${id}/cancel`)
  assert.deepEqual([again.status, again.json.error], [409, 'conflict'], again.text)
  const unknown = await ask(other, 'POST /api/triage/runs/4711/cancel')
  assert.equal(unknown.status, 404, unknown.text)
  await bothSay([one, other], 'nothing goes on', async (service) => (await lanesOf(service)).state.running === null)
  assert.equal((await ask(other, 'POST /api/triage/runs')).status, 202)
})
