import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../contract.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { byNeed } from './by-need.ts'
import { pickSession } from './pick-session.ts'

function session(id: string, more: Partial<Session> = {}): Session {
  const fields = {
    id,
    tmux_session: `agent-${id}`,
    label: `agent-${id}`,
    agent_type: 'shell',
    prompt: '',
    state: 'idle' as const,
  }
  return sampleSession({ ...fields, ...more })
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
