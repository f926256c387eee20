import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFailure, stateOf } from './state-of.ts'

test('a row is drawn by its kind, or by how that ended', () => {
  const rows = [
    ['session.waiting', 'awaiting_review'],
    ['session.stopped', 'stopped_by_you'],
    ['session.taken_back', 'failed'],
    ['session.failed', 'failed'],
    ['run.failed', 'failed'],
    ['launch.refused', 'blocked'],
    ['run.cancelled', 'cancelled'],
    ['run.succeeded', 'success'],
    ['task.moved', 'idle'],
    ['a kind of a later version', 'idle'],
  ] as const
  for (const [kind, state] of rows) assert.equal(stateOf({ kind }), state, kind)
})

test('what failed and what was refused went wrong, and nothing else', () => {
  const kinds = ['run.failed', 'session.taken_back', 'launch.refused', 'run.cancelled', 'run.succeeded', 'task.moved']
  assert.deepEqual(kinds.filter(isFailure), ['run.failed', 'session.taken_back', 'launch.refused'])
})
