import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DismissedName } from '../../contract/stored.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { replay, type ReplayState, type ReplayStep } from './replay.ts'
import { toStored } from './stored-session.ts'

const blank = sampleRecord({ dependsOn: ['T-1'] })
const name: DismissedName = {
  tmux_session: 'agent-1',
  gone_since_ms: null,
  tmux_id: '$1',
  tmux_created_ms: 1000,
  run_id: null,
}

const created: ReplayStep = { kind: 'created', session: toStored(blank) }
const started: ReplayStep = { kind: 'change', sessionId: 's1', change: { state: 'running', tmux_id: '$1' } }
const removed: ReplayStep = { kind: 'removed', sessionId: 's1', dismissed: null }
const dismissed: ReplayStep = { kind: 'removed', sessionId: 's1', dismissed: name }

function after(...steps: readonly ReplayStep[]): ReplayState {
  const state: ReplayState = { records: new Map(), dismissed: new Map() }
  for (const step of steps) replay(state, step, 0)
  return state
}

test('a session stands after a restart as its changes left it', () => {
  assert.deepEqual(after(created).records.get('s1'), blank)
  const running = { ...blank, tmuxId: '$1', session: { ...blank.session, state: 'running' } }
  assert.deepEqual(after(created, started).records.get('s1'), running)
})

test('a session that was taken off the board does not come back by a change that came late', () => {
  assert.deepEqual([...after(created, removed, started).records], [])
})

test('a dismissed name stays known after a restart, a removed one does not', () => {
  assert.deepEqual([...after(created, dismissed).dismissed], [['agent-1', name]])
  assert.deepEqual([...after(created, removed).dismissed], [])
})
