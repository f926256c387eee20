import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session } from '../../contract.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { listChanges } from './list-changes.ts'

function session(id: string, more: Partial<Session> = {}): Session {
  const fields = { id, tmux_session: `agent-${id}`, label: id, agent_type: 'shell', prompt: '', state: 'idle' as const }
  return sampleSession({ ...fields, ...more })
}

test('new ones, other states, other words and those that are gone are told; activity alone is not', () => {
  const before = [
    session('same'),
    session('busy', { state: 'running', last_message: 'Bash' }),
    session('ends', { state: 'running' }),
    session('dismissed'),
  ]
  const after = [
    session('new'),
    session('same', { last_activity: '2026-11-20T10:05:00.000Z' }),
    session('busy', { state: 'running', last_message: 'Read' }),
    session('ends', { state: 'completed', exit_code: 0 }),
  ]
  const changes = listChanges(new Map(before.map((each) => [each.id, each])), after)
  assert.deepEqual(
    changes.map((change) => [change.kind, change.session.id, change.kind === 'changed' ? change.why : null]),
    [
      ['changed', 'new', 'not started yet'],
      ['changed', 'busy', 'Read'],
      ['changed', 'ends', 'exit 0'],
      ['gone', 'dismissed', null],
    ],
  )
})
