import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionState } from '../../contract.ts'
import { quickActionsOf, type QuickAction } from './quick-actions.ts'

test('a card offers the actions of the specification, and Attach while its tmux session exists', () => {
  const rows: [SessionState, QuickAction[]][] = [
    ['idle', []],
    ['running', ['stop']],
    ['awaiting_review', ['resume', 'stop']],
    ['completed', ['restart', 'dismiss']],
    ['failed', ['restart', 'dismiss']],
  ]
  for (const [state, actions] of rows) {
    assert.deepEqual(quickActionsOf({ state, tmux_alive: false, stopping: null }), actions)
    assert.deepEqual(quickActionsOf({ state, tmux_alive: null, stopping: null }), actions)
    assert.deepEqual(quickActionsOf({ state, tmux_alive: true, stopping: null }), [...actions, 'attach'])
  }
})

test('while a stop is under way nothing of what ends with it is offered', () => {
  const stopping = {
    since: '2026-11-20T10:00:00.000Z',
    by: 'user',
    asked_at: null,
    forced_at: null,
    left: null,
  } as const
  assert.deepEqual(quickActionsOf({ state: 'failed', tmux_alive: true, stopping }), ['attach'])
  assert.deepEqual(quickActionsOf({ state: 'failed', tmux_alive: false, stopping }), [])
})
