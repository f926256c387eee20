import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionState } from '../contract.ts'
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
    assert.deepEqual(quickActionsOf({ state, tmux_alive: false }), actions)
    assert.deepEqual(quickActionsOf({ state, tmux_alive: null }), actions)
    assert.deepEqual(quickActionsOf({ state, tmux_alive: true }), [...actions, 'attach'])
  }
})
