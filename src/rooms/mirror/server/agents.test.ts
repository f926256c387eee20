import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '#base/result.ts'
import { openRoom } from '#rooms/sessions/server/room.testkit.ts'
import { silentLog } from '#platform/server/log/log.ts'
import type { Raw } from '../mirror.testkit.ts'
import { createAgents } from './agents.ts'
import type { AgentReport } from '#rooms/sessions/contract.ts'
import { createMirrorStore } from './store.ts'

/** Agents over the real room of sessions and its database. */
async function openAgents(showForeign = false) {
  const room = await openRoom()
  const store = createMirrorStore(room.database)
  const reports: AgentReport[] = []
  const agents = createAgents({
    sessions: {
      stateOf: (name) => room.context.registry.byTmuxName(name)?.session.state ?? null,
      async report(report) {
        reports.push(report)
        return room.report(report.tmuxSession ?? '', report.events, report)
      },
    },
    showForeign: () => showForeign,
    store,
    clock: { now: () => room.time.nowMs },
    log: silentLog,
  })
  return {
    ...room,
    agents,
    reports,
    store,
    async speak(sessionKey: string, ...happenings: readonly Raw[]) {
      for (const happening of happenings)
        agents.take({ runId: 'run-1', sessionKey, agentId: 'main', seq: 1, ts: 1, ...happening })
      await agents.idle()
    },
    session: (name: string) => room.context.registry.byTmuxName(name)?.session ?? null,
  }
}

const lifecycle = (phase: string, more: Raw = {}): Raw => ({ stream: 'lifecycle', data: { phase, ...more } })
const tool = {
  stream: 'item',
  data: { kind: 'tool', phase: 'start', name: 'exec', title: 'Exec print text', toolCallId: 'c' },
}
const said = { stream: 'assistant', data: { text: 'Final answer.', delta: 'answer.' } }
const key = 'agent:main:agent-openclaw-1'

test('a run moves its session: start, tool, end; the card shows what it did and said', async () => {
  const room = await openAgents()
  await room.report('agent-openclaw-1', 'start', { agentType: 'gateway-agent' })
  await room.report('agent-openclaw-1', 'hook.to_review')
  await room.speak(key, lifecycle('start', { startedAt: 1 }))
  assert.equal(room.session('agent-openclaw-1')?.state, 'running')
  assert.equal(room.session('agent-openclaw-1')?.cause?.source, 'gateway')
  await room.speak(key, tool)
  assert.equal(room.session('agent-openclaw-1')?.last_message, 'Exec print text')
  await room.speak(key, said, lifecycle('finishing'), lifecycle('end', { aborted: false }))
  const session = room.session('agent-openclaw-1')
  assert.deepEqual([session?.state, session?.last_message, session?.end_reason], ['completed', 'Final answer.', 'exit'])
  await room.speak(key, { ...lifecycle('start'), runId: 'run-2' })
  assert.equal(room.session('agent-openclaw-1')?.state, 'running')
  await room.close()
})

const ends = [
  [[lifecycle('error', { error: 'LLM request failed.' })], 'failed', 'LLM request failed.'],
  [
    [lifecycle('end', { aborted: true, stopReason: 'rpc' }), lifecycle('error', { aborted: true, error: 'x' })],
    'failed',
    'aborted',
  ],
  [[lifecycle('end', { aborted: false })], 'completed', null],
] as const
for (const [happenings, state, message] of ends) {
  test(`${happenings.map(({ data }) => JSON.stringify(data)).join(' then ')} ends as ${state}`, async () => {
    const room = await openAgents()
    await room.speak(key, lifecycle('start'), ...happenings)
    assert.equal(room.session('agent-openclaw-1')?.state, state)
    assert.equal(room.session('agent-openclaw-1')?.cause?.metadata, message)
    await room.close()
  })
}

test('a session whose name the agent has is moved, whatever the name; one of our names is made', async () => {
  const room = await openAgents()
  await room.report('mine', 'start')
  await room.speak('agent:main:mine', lifecycle('end', { aborted: false }))
  assert.equal(room.session('mine')?.state, 'completed')
  await room.speak(key, tool)
  assert.equal(room.session('agent-openclaw-1')?.agent_type, 'gateway-agent')
  await room.close()
})

test('agents of others stay off the board unless a setting shows them; runs of jobs never come', async () => {
  const foreign = ['agent:main:main', 'agent:work:telegram:group:5']
  const cron = 'agent:main:cron:5ae95194:run:2164678c'
  const hidden = await openAgents()
  for (const one of [...foreign, cron]) await hidden.speak(one, lifecycle('start'), tool)
  assert.deepEqual([hidden.reports, hidden.context.registry.size], [[], 0])
  assert.deepEqual(
    hidden.agents.list().map(({ name, tracked }) => [name, tracked]),
    [
      ['telegram:group:5', false],
      ['main', false],
    ],
  )
  await hidden.close()
  const shown = await openAgents(true)
  for (const one of [...foreign, cron]) await shown.speak(one, lifecycle('start'), tool)
  assert.deepEqual(
    [...shown.context.registry.all()].map(({ session }) => [session.tmux_session, session.state]),
    [
      ['openclaw:main:main', 'running'],
      ['openclaw:work:telegram:group:5', 'running'],
    ],
  )
  await shown.close()
})

test('what an agent used is kept once, when its run is over', async () => {
  const room = await openAgents()
  const usage = (outputTokens: number): Raw => ({ stream: 'usage', data: { outputTokens } })
  const model = lifecycle('model', { provider: 'fake', model: 'fake-model' })
  const over = lifecycle('end', { aborted: false })
  await room.speak(
    key,
    lifecycle('start'),
    model,
    usage(7),
    tool,
    usage(14),
    lifecycle('model', { provider: null, model: null }),
  )
  await room.speak(key, over, over)
  const rows = await room.database.read.selectFrom('gateway_usage').selectAll().execute()
  assert.deepEqual(
    rows.map((row) => [
      row.run_id,
      row.session_key,
      row.job_id,
      row.model,
      row.input_tokens,
      row.output_tokens,
      row.day,
    ]),
    [['run-1', key, null, 'fake-model', null, 14, '2026-11-20']],
  )
  assert.deepEqual(await room.store.usageOfDay('2026-11-20'), { input: 0, output: 14, total: 14 })
  await room.close()
})

test('payloads of any other form do nothing', async () => {
  const reports: AgentReport[] = []
  const agents = createAgents({
    sessions: { stateOf: () => 'running', report: async (report) => ok(void reports.push(report)) },
    showForeign: () => true,
    store: { saveUsage: async () => undefined },
    clock: { now: () => 0 },
    log: silentLog,
  })
  const odd = [
    null,
    5,
    'x',
    [],
    {},
    { runId: 1 },
    { runId: 'r', sessionKey: key },
    { runId: 'r', sessionKey: key, stream: 'lifecycle', data: { phase: 'dancing' } },
  ]
  for (const payload of odd) agents.take(payload)
  await agents.idle()
  assert.deepEqual([reports, agents.list()], [[], []])
})

test('a report that fails spoils no later one', async () => {
  let calls = 0
  const agents = createAgents({
    sessions: {
      stateOf: () => 'running',
      async report() {
        calls += 1
        throw new Error('no room')
      },
    },
    showForeign: () => false,
    store: { saveUsage: async () => undefined },
    clock: { now: () => 0 },
    log: silentLog,
  })
  for (let count = 0; count < 3; count++) agents.take({ runId: 'r', sessionKey: key, ...tool })
  await agents.idle()
  assert.equal(calls, 3)
})
