import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../contract.ts'
import { byNeed } from './by-need.ts'
import { newPart } from './log-growth.ts'
import { pickSession } from './pick-session.ts'
import { newRecord } from './record.ts'
import { why } from './why.ts'

const at = '2026-11-20T08:00:00.000Z'

function session(id: string, more: Partial<Session> = {}): Session {
  const { session } = newRecord({
    id,
    at,
    origin: 'launched',
    agentType: 'shell',
    tmuxSession: `agent-${id}`,
    label: null,
    prompt: '',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
  })
  return { ...session, ...more }
}

const sessions = [
  session('k1', { tmux_session: 'build', label: 'Deploy' }),
  session('k2', { tmux_session: 'build-2', label: 'Deploy' }),
  session('build', { tmux_session: 'other', label: 'k1' }),
  session('z9', { tmux_session: 'agent-claude-q1', label: 'Write the guide' }),
]

const picks = [
  ['k1', ['k1']],
  ['build-2', ['k2']],
  ['build', ['build']],
  ['build-', ['k2']],
  ['other', ['build']],
  ['Deploy', ['k1', 'k2']],
  ['dep', ['k1', 'k2']],
  ['write THE', ['z9']],
  ['agent-claude', ['z9']],
  ['nothing', []],
  ['', []],
] as const

for (const [name, expected] of picks) {
  test(`"${name}" means ${expected.length === 0 ? 'no session' : expected.join(' or ')}`, () => {
    const picked = pickSession(sessions, name)
    const found = picked.ok ? [picked.value] : picked.error
    assert.deepEqual(
      found.map(({ id }) => id),
      expected,
    )
    assert.equal(picked.ok, expected.length === 1)
  })
}

test('who waits for a person comes first, the longest wait at the top, then failures, work, queue and what is done', () => {
  const early = '2026-11-20T07:00:00.000Z'
  const all = [
    session('done', { state: 'completed' }),
    session('idle', { state: 'idle' }),
    session('waits-short', { state: 'awaiting_review' }),
    session('runs-early', { state: 'running', state_since: early }),
    session('runs', { state: 'running' }),
    session('waits-long', { state: 'awaiting_review', state_since: early }),
    session('failed', { state: 'failed' }),
  ]
  const order = byNeed(all).map(({ id }) => id)
  assert.deepEqual(order, ['waits-long', 'waits-short', 'failed', 'runs', 'runs-early', 'idle', 'done'])
})

const cause = (
  event: 'hook.to_review' | 'start' | 'process.exit_error',
  source: 'hook' | 'user',
  metadata: string | null,
) => ({
  cause: { event, source, metadata, at },
})
const reasons = [
  [{ state: 'idle' }, 'not started'],
  [{ state: 'idle', blocked_by: ['T-1', 'T-2'] }, 'waits for T-1, T-2'],
  [{ state: 'running', ...cause('start', 'user', null) }, 'started, by you'],
  [{ state: 'running' }, ''],
  [{ state: 'awaiting_review', ...cause('hook.to_review', 'hook', 'Bash?') }, 'asks for a look: Bash?'],
  [{ state: 'completed', exit_code: 0, end_reason: 'exit' }, 'finished'],
  [{ state: 'failed', exit_code: 127, end_reason: 'exit_error' }, 'ended with an error (exit 127)'],
  [
    { state: 'failed', exit_code: 1, ...cause('process.exit_error', 'hook', 'quota') },
    'ended with an error (exit 1): quota',
  ],
  [{ state: 'failed', end_reason: 'cancelled' }, 'stopped'],
  [{ state: 'failed', end_reason: 'terminal_gone' }, 'its terminal is gone'],
] as const satisfies readonly (readonly [Partial<Session>, string])[]

for (const [more, expected] of reasons) {
  test(`why: "${expected}"`, () => assert.equal(why(session('x', more)), expected))
}

const growths = [
  ['', 'abc', 'abc'],
  ['abc', 'abc', ''],
  ['abc', 'abcdef', 'def'],
  ['abcdef', 'defghi', 'ghi'],
  ['abcdef', 'uvwxyz', 'uvwxyz'],
  ['abcabc', 'bcabcd', 'd'],
  [`${'x'.repeat(500)}end`, `${'x'.repeat(300)}end and more`, ' and more'],
] as const

for (const [previous, next, expected] of growths) {
  test(`a log that was "${previous.slice(-9)}" and is "${next.slice(-12)}" grew by "${expected}"`, () => {
    assert.equal(newPart(previous, next), expected)
  })
}
