// Two services on one PostgreSQL show one board, and each writes its own sessions alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { orrery, StartFailed, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { openNodes } from './two-services.ts'

const options = { skip: withoutPostgres }

type Listed = Session & { readonly node?: { readonly name: string; readonly unreachable_since: string | null } }

async function sessionsOf(service: Service): Promise<Listed[]> {
  const { json } = await service.call('GET /api/hooks/sessions', { token: service.token })
  return json.sessions as Listed[]
}

async function launch(service: Service, prompt: string): Promise<string> {
  const json = { agent_type: 'shell', prompt, label: prompt }
  const answer = await service.call('POST /api/agents/launch', { token: service.token, json })
  assert.equal(answer.status, 201, answer.text)
  return (answer.json.session as Session).id
}

const find = async (service: Service, id: string) => (await sessionsOf(service)).find((session) => session.id === id)

/** The node that `GET /api/sessions` names for it; empty where it is not among them. */
async function registryOf(service: Service, id: string, query = ''): Promise<Listed['node'][]> {
  const { json } = await service.call(`GET /api/sessions${query}`, { token: service.token })
  return (json.sessions as Listed[]).filter((session) => session.id === id).map(({ node }) => node)
}

test('a launch on one node stands on the board of the other with its states', options, async (t) => {
  await using nodes = await openNodes()
  const one = await (await nodes.node('one')).begin()
  const other = await (await nodes.node('other')).begin()
  using viewer = await openViewer(other.port, { token: other.token })
  const id = await launch(one, 'sleep 300')
  const card = await until(
    'the card there',
    () => viewer.sessions.get(id)?.state === 'running' && viewer.sessions.get(id),
  )
  assert.deepEqual(card.node, { name: 'one', unreachable_since: null })
  assert.deepEqual((await find(other, id))?.node, { name: 'one', unreachable_since: null })
  assert.equal((await find(one, id))?.node, undefined)
  assert.deepEqual(await registryOf(one, id), [undefined], 'the registry of its own node')
  assert.deepEqual(await registryOf(other, id), [{ name: 'one', unreachable_since: null }], 'the registry of the other')
  assert.deepEqual(await registryOf(other, id, '?device=local'), [], 'it runs on no machine of the other')

  const read = await other.call(`GET /api/hooks/sessions/${id}/events`, { token: other.token })
  assert.equal(read.status, 200)
  assert.ok((read.json.events as unknown[]).length > 0, 'its history is told there')
  const ls = await orrery(other.place, ['ls'], { env: { DATABASE_URL: nodes.url, SERVICE_NODE: 'other' } })
  assert.match(ls.out, /WHERE.*\n.*one/)
  const delays = await measure(one, id, viewer)
  t.diagnostic(`from the answer of one node to the frame of the other: ${delays}`)

  const stopped = await one.call('POST /api/agents/stop', { token: one.token, json: { session_id: id } })
  assert.equal(stopped.status, 200, stopped.text)
  await until('its end there', () => viewer.sessions.get(id)?.state === 'failed')
  const gone = await one.call(`DELETE /api/hooks/sessions/${id}`, { token: one.token })
  assert.equal(gone.status, 200, gone.text)
  await until('that it left', () => !viewer.sessions.has(id))
  assert.equal(viewer.gaps(), 0)
  const past = await other.call('GET /api/sessions/past', { token: other.token })
  if (past.status === 200) assert.match(past.text, new RegExp(id))
})

/** Moves the session to and fro, and tells how long each took to the other's viewer: the middle one and the slowest. */
async function measure(service: Service, id: string, viewer: Awaited<ReturnType<typeof openViewer>>): Promise<string> {
  const took: number[] = []
  for (let round = 0; round < 40; round += 1) {
    const state = round % 2 === 0 ? 'awaiting_review' : 'running'
    const seen = new Promise<number>((resolve) => {
      viewer.socket.on('message', function look() {
        if (viewer.sessions.get(id)?.state !== state) return
        viewer.socket.off('message', look)
        resolve(performance.now())
      })
    })
    const event = state === 'running' ? 'hook.to_running' : 'hook.to_review'
    const beganMs = performance.now()
    const moved = await service.call(`PATCH /api/hooks/sessions/${id}`, { token: service.token, json: { event } })
    assert.equal(moved.status, 200, moved.text)
    took.push((await seen) - beganMs)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return `${sorted[20]?.toFixed(1)} ms in the middle, ${sorted.at(-1)?.toFixed(1)} ms at most, with the request itself`
}

test('a node that is killed is told unreachable, and takes up its own alone when it comes back', options, async () => {
  await using nodes = await openNodes()
  const place = await nodes.node('one')
  const one = await place.begin()
  const other = await (await nodes.node('other')).begin()
  const here = await launch(one, 'sleep 301')
  const there = await launch(other, 'sleep 302')
  const both = async (service: Service) => {
    const states = await Promise.all([here, there].map(async (id) => (await find(service, id))?.state))
    return states.every((state) => state === 'running')
  }
  await until('both on one', () => both(one))
  await until('both on the other', () => both(other))
  await one.kill()
  await until('that one is away', async () => (await find(other, here))?.node?.unreachable_since ?? null)
  assert.ok(await both(other))

  const again = await place.begin()
  await until('that one is back', async () => (await find(other, here))?.node?.unreachable_since === null)
  assert.ok(await both(again), 'it lost nothing, and took nothing of the other for lost')
  assert.ok(await both(other))
  assert.equal((await find(again, here))?.tmux_alive, true)
  const ended = await again.call('POST /api/agents/stop', { token: again.token, json: { session_id: here } })
  assert.equal(ended.status, 200, ended.text)
  await until('its end on the other', async () => (await find(other, here))?.state === 'failed')
})

test('a second service of one name does not start', options, async () => {
  await using nodes = await openNodes()
  const one = await (await nodes.node('one')).begin()
  const id = await launch(one, 'sleep 303')
  await assert.rejects(
    (await nodes.node('one')).begin(),
    (error) =>
      error instanceof StartFailed && /another service is the node one.*\n.*SERVICE_NODE=<name>/.test(error.stderr),
  )
  assert.equal((await find(one, id))?.state, 'running')
})
