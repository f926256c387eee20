import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../mirror.testkit.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import type { GatewayAgent, GatewayJob, GatewayRun, GatewayStatus } from '../contract.ts'
import { openMirror, type RoomOptions } from './room.testkit.ts'

type Body = {
  readonly error: string
  readonly reason: string
  readonly status: GatewayStatus
  readonly jobs: GatewayJob[]
  readonly runs: GatewayRun[]
  readonly agents: GatewayAgent[]
  readonly next_cursor: string | null
}

/** The room behind HTTP; answers are checked against their schemas. */
async function openServer(options: RoomOptions = {}) {
  const room = await openMirror(options)
  const server = await startTestServer({ mount: (http) => mountRoom(http, room.mirror) })
  const ask = async (path: string, token: string | null = testToken): Promise<{ status: number; body: Body }> => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const answer = await fetch(`${server.url}${path}`, { headers })
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  return {
    ...room,
    ask,
    async [Symbol.asyncDispose]() {
      await server.stop()
      await room[Symbol.asyncDispose]()
    },
  }
}

test('every route is for the authenticated alone', async () => {
  await using room = await openServer({ gateway: false })
  for (const path of ['status', 'jobs', 'runs', 'agents', 'nothing']) {
    assert.equal((await room.ask(`/api/gateway/${path}`, null)).status, 401, path)
  }
})

test('the status tells how the connection stands, and never the token', async () => {
  await using room = await openServer()
  await eventually(() => room.strands.runs.size > 0)
  const { status } = (await room.ask('/api/gateway/status')).body
  assert.deepEqual(
    [status.state, status.version, status.problem, status.mirror.jobs, status.mirror.way, status.token_source],
    ['connected', '2026.9.6', null, 10, 'socket', 'none'],
  )
  assert.ok(status.usage_today.total_tokens > 0)
})

test('without a gateway the status says why and when it is tried again', async () => {
  await using room = await openServer({ gateway: false })
  await eventually(async () => (await room.ask('/api/gateway/status')).body.status.state === 'waiting')
  const { status } = (await room.ask('/api/gateway/status')).body
  assert.equal(status.problem?.code, 'unreachable')
  assert.match(status.problem?.hint ?? '', /openclaw gateway run/)
  assert.ok(status.next_try_at !== null)
  assert.deepEqual((await room.ask('/api/gateway/jobs')).body.jobs, [])
})

test('jobs come with their strands, words and flags', async () => {
  await using room = await openServer()
  await eventually(() => room.strands.runs.size > 0)
  const { jobs } = (await room.ask('/api/gateway/jobs')).body
  assert.equal(jobs.length, 11)
  const announce = jobs.find(({ name }) => name === 'Announce job')
  assert.deepEqual(
    [announce?.strand_id, announce?.schedule_words, announce?.has_delivery, announce?.read_only, announce?.gone_at],
    ['openclaw-cron-5ae95194', 'every 30 minutes', true, false, null],
  )
  // Recorded at 08:22 with a run at 08:30; at nine its next one has just begun or not.
  assert.equal(announce?.overdue, true)
  assert.equal(jobs.find(({ name }) => name === 'heartbeat-main')?.read_only, true)
})

test('runs page through what the gateway remembers, of all jobs or of one', async () => {
  await using room = await openServer()
  await eventually(() => room.strands.runs.size > 0)
  const first = (await room.ask('/api/gateway/runs?limit=4')).body
  assert.equal(first.runs.length, 4)
  const second = (await room.ask(`/api/gateway/runs?limit=200&cursor=${first.next_cursor}`)).body
  assert.equal(second.next_cursor, null)
  const all = [...first.runs, ...second.runs]
  assert.deepEqual(new Set(all.map(({ run_id: id }) => id)), new Set(room.strands.runs.keys()))
  const job = '29b36300-33a5-4257-a7db-bc5a916a0eea'
  const own = (await room.ask(`/api/gateway/runs?job=${job}`)).body.runs
  assert.ok(own.length > 0 && own.every(({ job_id: id }) => id === job))
})

const refusals = [
  ['/api/gateway/runs?job=nobody', 404, 'not_found'],
  ['/api/gateway/runs?cursor=x', 400, 'invalid_request'],
  ['/api/gateway/runs?limit=999', 400, 'invalid_request'],
  ['/api/gateway/runs?jobb=x', 400, 'invalid_request'],
] as const
test('what can not be answered is refused in words', async () => {
  await using room = await openServer()
  await eventually(() => room.strands.runs.size > 0)
  for (const [path, status, error] of refusals) {
    const answer = await room.ask(path)
    assert.deepEqual([answer.status, answer.body.error], [status, error], path)
  }
})

test('runs without a gateway are 502 with the reason', async () => {
  await using room = await openServer({ gateway: false })
  await eventually(async () => (await room.ask('/api/gateway/status')).body.status.state === 'waiting')
  for (const path of ['/api/gateway/runs', '/api/gateway/runs?job=x']) {
    const answer = await room.ask(path)
    assert.deepEqual([answer.status, answer.body.error], [502, 'gateway_unavailable'])
    assert.match(answer.body.reason, /No gateway at|not on PATH/)
  }
})

test('agents are told as they are heard of', async () => {
  await using room = await openServer()
  await eventually(() => room.strands.runs.size > 0)
  room.gateway.emit('agent', {
    runId: 'r',
    sessionKey: 'agent:main:agent-x',
    stream: 'lifecycle',
    data: { phase: 'start' },
  })
  await eventually(() => room.reports.length === 1)
  const { agents } = (await room.ask('/api/gateway/agents')).body
  assert.deepEqual(
    agents.map(({ name, state, tracked }) => [name, state, tracked]),
    [['agent-x', 'running', true]],
  )
})
