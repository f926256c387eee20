// R9 and R10: unknown, duplicate, late, reordered and stale events leave every session in a state of the table.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Session } from '#rooms/sessions/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { eventsOf } from './acknowledged.ts'

let place: TestHome
let service: Service
before(async () => {
  place = await makeHome()
  service = await startService(place)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** The event map and the state table of the specification, together and written out: what an event does in a state. */
const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  start: { idle: 'running', completed: 'running', failed: 'running' },
  running: { awaiting_review: 'running' },
  to_in_progress: { awaiting_review: 'running' },
  tool_use: { awaiting_review: 'running' },
  prompt_ready: { running: 'awaiting_review' },
  to_review: { running: 'awaiting_review' },
  awaiting_review: { running: 'awaiting_review' },
  exit: { running: 'completed', awaiting_review: 'completed' },
  completed: { running: 'completed', awaiting_review: 'completed' },
  exit_error: { running: 'failed', awaiting_review: 'failed' },
  failed: { running: 'failed', awaiting_review: 'failed' },
  requeue: { completed: 'idle', failed: 'idle' },
}
const known = Object.keys(table)
const unknown = [
  '',
  'Start',
  'start ',
  'fly',
  'process.exit',
  'user.cancel',
  '__proto__',
  'constructor',
  'toString',
  '\0',
]

const step = fc.record({
  session: fc.integer({ min: 0, max: 3 }),
  event: fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(...unknown) },
  ),
  copies: fc.integer({ min: 1, max: 3 }),
  runId: fc.option(fc.constantFrom('stale', '', 'x'.repeat(100)), { nil: undefined }),
  then: fc.option(fc.array(fc.constantFrom(...known), { maxLength: 3 }), { nil: undefined }),
})

test('any sequence of events moves sessions as the table says, and no other way', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      round += 1
      const states = new Map<string, string>()
      for (const { session, event, copies, runId, then } of steps) {
        const name = `agent-any-${round}-${session}`
        for (let copy = 0; copy < copies; copy++) {
          const body = { tmux_session: name, event, run_id: runId, then, metadata: `${copy}` }
          const answer = await ingest(service, body)
          if (table[event] === undefined || !Object.hasOwn(table, event)) {
            assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_request'], answer.text)
            continue
          }
          const before = states.get(name) ?? null
          const expected = model(before, [event, ...(then ?? [])])
          states.set(name, expected.state)
          assert.equal(answer.status, 200, answer.text)
          assert.deepEqual([sessionOf(answer).state, answer.json.changed], [expected.state, expected.changed], event)
        }
      }
      const found = new Map((await listSessions(service)).map(({ tmux_session, state }) => [tmux_session, state]))
      for (const [name, state] of states) assert.equal(found.get(name), state, name)
    }),
    { numRuns: 25, seed: 20_261_120 },
  )
})

/** A session that is not known yet is created running, whatever its first event says. */
function model(state: string | null, events: readonly string[]): { state: string; changed: boolean } {
  const [first = '', ...rest] = events
  let now = state === null ? 'running' : (table[first]?.[state] ?? state)
  let changed = state === null || table[first]?.[state] !== undefined
  for (const event of rest) {
    changed ||= table[event]?.[now] !== undefined
    now = table[event]?.[now] ?? now
  }
  return { state: now, changed }
}

async function current(id: string): Promise<Session> {
  return sessionOf(await service.call(`GET /api/hooks/sessions/${id}`))
}

/** The run id of the launch in force, as the agent sees it. */
const runIdOf = (name: string): string => readFileSync(join(place.userHome, name), 'utf8').trim()

test('events of an older launch are recorded and change nothing', async () => {
  const prompt = 'echo "$SERVICE_RUN_ID" > ~/run-id; exec sleep 1000'
  const launched = sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: 'relaunched' }))
  const { id, tmux_session } = launched
  const stale = await until('the first run tells its id', () => runIdOf('run-id') || null)
  await place.tmux('kill-session', '-t', '=relaunched')
  await until('it ended', async () => (await current(id)).state === 'failed')
  const json = { state: 'running' }
  const restarted = await service.call(`PATCH /api/hooks/sessions/${id}`, { json, token: service.token })
  assert.equal(restarted.status, 200, restarted.text)
  const fresh = await until('the second run tells its id', () => {
    const found = runIdOf('run-id')
    return found !== '' && found !== stale && found
  })
  for (const event of ['exit', 'exit_error', 'to_review', 'requeue']) {
    const answer = await ingest(service, {
      tmux_session,
      event,
      run_id: stale,
      metadata: `stale ${event}`,
      exit_code: 9,
    })
    assert.deepEqual([answer.status, answer.json.changed, sessionOf(answer).state], [200, false, 'running'], event)
  }
  const session = await current(id)
  assert.deepEqual([session.state, session.exit_code, session.ended_at], ['running', null, null])
  const staleOnes = (await eventsOf(service, id)).filter(({ run_id }) => run_id === stale)
  assert.ok(staleOnes.filter(({ accepted }) => !accepted).length >= 4)
  const answer = await ingest(service, { tmux_session, event: 'to_review', run_id: fresh })
  assert.deepEqual([answer.json.changed, sessionOf(answer).state], [true, 'awaiting_review'])
})

test('late events of a dismissed session bring nothing back, by any name', async () => {
  const { id } = sessionOf(await ingest(service, { tmux_session: 'agent-late', event: 'start' }))
  assert.equal((await service.call(`DELETE /api/hooks/sessions/${id}`)).status, 200)
  for (const event of known) {
    const answer = await ingest(service, { tmux_session: 'agent-late', session_id: id, event })
    assert.deepEqual([answer.status, answer.json.changed, answer.json.session], [200, false, null], event)
  }
  const byIdAlone = await ingest(service, { session_id: id, event: 'start' })
  assert.deepEqual([byIdAlone.status, byIdAlone.json.error], [404, 'not_found'], byIdAlone.text)
  await service.kill()
  service = await startService(place)
  const afterwards = await ingest(service, { tmux_session: 'agent-late', event: 'exit' })
  assert.deepEqual([afterwards.status, afterwards.json.session], [200, null])
  assert.equal(
    (await listSessions(service)).find(({ tmux_session }) => tmux_session === 'agent-late'),
    undefined,
  )
})

test('a session id wins over a tmux name, and a wrong one falls back to it', async () => {
  const one = sessionOf(await ingest(service, { tmux_session: 'agent-one', event: 'start' }))
  const two = sessionOf(await ingest(service, { tmux_session: 'agent-two', event: 'start' }))
  const byId = await ingest(service, { session_id: one.id, tmux_session: 'agent-two', event: 'to_review' })
  assert.equal(sessionOf(byId).id, one.id)
  const byName = await ingest(service, { session_id: 'nobody', tmux_session: 'agent-two', event: 'to_review' })
  assert.equal(sessionOf(byName).id, two.id)
})

test('the same registration and the same launch name twice make one session', async () => {
  const json = { tmux_session: 'agent-twin', agent_type: 'shell' }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => service.call('POST /api/hooks/sessions', { json })),
  )
  assert.equal(new Set(answers.map((answer) => sessionOf(answer).id)).size, 1)
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => b - a),
    [201, ...Array(19).fill(200)],
  )
  const reports = await Promise.all(
    Array.from({ length: 20 }, () => ingest(service, { tmux_session: 'agent-twin-2', event: 'start' })),
  )
  assert.equal(new Set(reports.map((answer) => sessionOf(answer).id)).size, 1)
  const request = { agent_type: 'shell', prompt: 'sleep 1000', session_name: 'launched-twin' }
  const launches = await Promise.all(Array.from({ length: 8 }, () => launch(service, request)))
  assert.deepEqual(
    launches.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, ...Array(7).fill(409)],
  )
  for (const answer of launches) if (answer.status === 409) assert.equal(answer.json.error, 'session_exists')
  assert.equal((await place.terminals()).filter((name) => name === 'launched-twin').length, 1)
})

test('invented names make a bounded number of sessions, and known ones go on reporting', async () => {
  const first = sessionOf(await ingest(service, { tmux_session: 'agent-known', event: 'start' }))
  let refused: Awaited<ReturnType<typeof ingest>> | null = null
  for (let start = 0; start <= 1100 && refused === null; start += 50) {
    const names = Array.from({ length: 50 }, (_, index) => `agent-invented-${start + index}`)
    const answers = await Promise.all(names.map((name) => ingest(service, { tmux_session: name, event: 'tool_use' })))
    refused = answers.find(({ status }) => status !== 200) ?? null
  }
  assert.deepEqual([refused?.status, refused?.json.error], [429, 'too_many'], refused?.text)
  // Those that ended take no place.
  const live = (await listSessions(service)).filter(({ state }) => state !== 'completed' && state !== 'failed')
  assert.equal(live.filter(({ origin }) => origin === 'hook').length, 1000)
  const goesOn = await ingest(service, { session_id: first.id, event: 'to_review' })
  assert.equal(sessionOf(goesOn).state, 'awaiting_review')
  assert.equal((await launch(service, { agent_type: 'shell', prompt: 'true' })).status, 201)
  assert.equal((await service.call(`DELETE /api/hooks/sessions/${first.id}`)).status, 200)
  assert.equal((await ingest(service, { tmux_session: 'agent-room-again', event: 'start' })).status, 200)
})
