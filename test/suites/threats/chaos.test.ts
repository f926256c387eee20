// Everything at once: launches, stops, restarts, dismissals, events and dying terminals in any order never break the service.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sessionStates, type Session } from '#rooms/sessions/contract.ts'
import { taskStatuses, type Task } from '#rooms/tasks/contract.ts'
import { makeHome } from '../../support/home.ts'
import { ingest, launch, listSessions, type Answer } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'

const names = ['agent-a', 'agent-b', 'agent-c', 'agent-d', 'agent-e']
const prompts = ['true', 'exit 3', 'sleep 0.05', 'exec sleep 1000', 'trap "" INT; sleep 1000', 'nonsense-of-a-program']
const taskIds = ['T-1', 'T-2', 'T-3']
const events = ['start', 'running', 'tool_use', 'prompt_ready', 'to_review', 'exit', 'exit_error', 'requeue']

type World = { readonly service: Service; readonly random: () => number }

function pick<T>({ random }: World, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T
}

async function anySession(world: World): Promise<Session | null> {
  const sessions = await listSessions(world.service)
  return sessions.length === 0 ? null : pick(world, sessions)
}

type Act = (world: World) => Promise<Answer | null>

const onSession =
  (act: (world: World, session: Session) => Promise<Answer>): Act =>
  async (world) => {
    const session = await anySession(world)
    return session === null ? null : act(world, session)
  }

const acts: readonly Act[] = [
  (world) =>
    launch(world.service, { agent_type: 'shell', prompt: pick(world, prompts), session_name: pick(world, names) }),
  (world) =>
    launch(world.service, { agent_type: 'shell', prompt: pick(world, prompts), task_id: pick(world, taskIds) }),
  (world) =>
    launch(world.service, { agent_type: 'shell', prompt: pick(world, prompts), depends_on: [pick(world, taskIds)] }),
  (world) =>
    world.service.call('POST /api/hooks/sessions', { json: { tmux_session: pick(world, names), agent_type: 'shell' } }),
  (world) => ingest(world.service, { tmux_session: pick(world, names), event: pick(world, events), metadata: 'm' }),
  onSession((world, { id }) => ingest(world.service, { session_id: id, event: pick(world, events), run_id: 'old' })),
  onSession(({ service }, { id }) =>
    service.call('POST /api/agents/stop', { json: { session_id: id }, token: service.token }),
  ),
  onSession((world, { id }) =>
    world.service.call(`PATCH /api/hooks/sessions/${id}`, {
      json: { state: pick(world, sessionStates) },
      token: world.service.token,
    }),
  ),
  onSession(({ service }, { id }) => service.call(`DELETE /api/hooks/sessions/${id}`)),
  onSession(({ service }, { id }) =>
    service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token }),
  ),
  onSession(({ service }, { id }) => service.call(`GET /api/agents/${id}/log`, { token: service.token })),
  onSession(({ service }, { id }) => service.call(`GET /api/hooks/sessions/${id}/events`)),
  (world) => world.service.call('POST /api/tasks', { json: { id: pick(world, taskIds), title: 'A task' } }),
  (world) =>
    world.service.call(`PATCH /api/tasks/${pick(world, taskIds)}`, { json: { status: pick(world, taskStatuses) } }),
  (world) => world.service.call(`DELETE /api/tasks/${pick(world, taskIds)}`),
  async (world) => {
    await world.service.place.tmux('kill-session', '-t', `=${pick(world, names)}`).catch(() => {})
    return null
  },
  async (world) => {
    await world.service.place.tmux('new-session', '-d', '-s', pick(world, names), 'sleep', '1000').catch(() => {})
    return null
  },
]

test('no order of requests and of what happens in tmux breaks the service, its viewers or its log', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  using viewer = await openViewer(service.port)
  const clients = [1, 2, 3, 4, 5, 6].map(async (seed) => {
    const world = { service, random: mulberry32(seed) }
    for (let count = 0; count < 60; count++) {
      const answer = await pick(world, acts)(world)
      assert.ok(answer === null || answer.status < 500, `${answer?.status} ${answer?.text}`)
    }
  })
  await Promise.all(clients)
  await settled(service)
  assert.doesNotMatch(service.stderr(), /"level":(50|60)/)
  const sessions = await listSessions(service)
  const tasks = await listTasks(service)
  await until('the viewer is in step', () => isInStep(viewer.sessions, sessions))
  await until('its tasks too', () => tasks.every(({ id, status }) => viewer.tasks.get(id)?.status === status))
  assert.equal(viewer.tasks.size, tasks.length)
  assert.equal(viewer.gaps(), 0)
  assert.equal(new Set(sessions.map(({ tmux_session }) => tmux_session)).size, sessions.length)
  const alive = new Set(await place.terminals())
  for (const { tmux_session, tmux_alive } of sessions) {
    assert.equal(tmux_alive === true, alive.has(tmux_session), tmux_session)
  }
  await service.kill()
  await using next = await startService(place)
  // What stands on their screens is read anew by the new service.
  await until('all sessions are as they were', async () =>
    isDeepStrictEqual(byId(await listSessions(next)), byId(sessions)),
  )
  assert.deepEqual(await listTasks(next), tasks)
})

async function listTasks(service: Service): Promise<Task[]> {
  return (await service.call('GET /api/tasks')).json.tasks as Task[]
}

/** Agents that end report it by a process of their own: wait until nothing changes any more. */
async function settled(service: Service): Promise<void> {
  let before = ''
  let quietSinceMs = performance.now()
  await until(
    'the service is quiet',
    async () => {
      const now = JSON.stringify(await listSessions(service))
      if (now !== before) quietSinceMs = performance.now()
      before = now
      return performance.now() - quietSinceMs > 1500
    },
    30_000,
  )
}

function isInStep(cards: ReadonlyMap<string, Session>, sessions: readonly Session[]): boolean {
  const same = ({ id, state, last_activity, tmux_alive }: Session) => {
    const card = cards.get(id)
    return card?.state === state && card.last_activity === last_activity && card.tmux_alive === tmux_alive
  }
  return cards.size === sessions.length && sessions.every(same)
}

function byId(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
