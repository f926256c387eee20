import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextState } from '#rooms/sessions/core/machine.ts'
import { foreignName, newsOf, readSessionKey, type AgentEvent } from './agent-event.ts'

const keys = [
  ['agent:main:agent-openclaw-1', { agentId: 'main', name: 'agent-openclaw-1', isCron: false }],
  ['agent:main:explicit:agent-x', { agentId: 'main', name: 'agent-x', isCron: false }],
  ['agent:work:telegram:group:5', { agentId: 'work', name: 'telegram:group:5', isCron: false }],
  ['agent:main:cron:5ae9:run:2164', { agentId: 'main', name: 'cron:5ae9:run:2164', isCron: true }],
  ['main', null],
  ['agent:main:', null],
  ['', null],
] as const
for (const [key, expected] of keys) {
  test(`the session key "${key}" is read`, () => assert.deepEqual(readSessionKey(key), expected))
}

test('a foreign agent has a name that no tmux session can have', () => {
  assert.match(foreignName({ agentId: 'main', name: 'x', isCron: false }), /:/)
})

const start: AgentEvent['what'] = { kind: 'start' }
const rows: readonly (readonly [AgentEvent['what'], Parameters<typeof newsOf>[1], string | null, string | null])[] = [
  [start, null, 'start', null],
  [start, 'idle', 'start', 'running'],
  [start, 'completed', 'start', 'running'],
  [start, 'failed', 'start', 'running'],
  [start, 'awaiting_review', 'hook.to_running', 'running'],
  [{ kind: 'tool', name: 'exec', title: 'Exec print text' }, 'awaiting_review', 'agent.tool_use', 'running'],
  [{ kind: 'end', isAborted: false }, 'running', 'process.exit', 'completed'],
  [{ kind: 'end', isAborted: false }, 'awaiting_review', 'process.exit', 'completed'],
  [{ kind: 'end', isAborted: true }, 'running', 'process.exit_error', 'failed'],
  [{ kind: 'error', error: 'x', isAborted: false }, 'running', 'process.exit_error', 'failed'],
  [{ kind: 'error', error: 'x', isAborted: true }, 'running', 'process.exit_error', 'failed'],
  [{ kind: 'text', text: 'x' }, 'running', null, null],
  [{ kind: 'model', model: 'm', provider: null }, 'running', null, null],
  [{ kind: 'usage', outputTokens: 7 }, 'running', null, null],
]
for (const [what, state, event, leadsTo] of rows) {
  test(`${JSON.stringify(what)} in ${state ?? 'no session'} is ${event ?? 'no event'}`, () => {
    const news = newsOf(what, state, null)
    assert.equal(news?.event ?? null, event)
    if (news !== null && state !== null && leadsTo !== null) assert.equal(nextState(state, news.event), leadsTo)
  })
}

test('what the agent said, used or failed with goes along, cut to what an event holds', () => {
  assert.equal(newsOf({ kind: 'end', isAborted: false }, 'running', 'Done.')?.metadata, 'Done.')
  assert.equal(newsOf({ kind: 'end', isAborted: true }, 'running', 'Done.')?.metadata, 'aborted')
  assert.equal(newsOf({ kind: 'tool', name: 'exec', title: null }, 'running', null)?.metadata, 'exec')
  assert.equal(
    newsOf({ kind: 'error', error: 'e'.repeat(999), isAborted: false }, 'running', null)?.metadata?.length,
    200,
  )
})
