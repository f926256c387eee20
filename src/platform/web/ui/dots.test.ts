import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookOf, wordsForState } from './dots.ts'

test('dots have the colours of the specification', () => {
  const rows: [string, string[]][] = [
    ['run', ['running', 'in_progress', 'claimed']],
    ['done', ['completed', 'done']],
    ['wait', ['awaiting_review', 'review']],
    ['fail', ['failed', 'blocked']],
    ['idle', ['idle', 'backlog', 'ready', 'anything else']],
  ]
  for (const [tone, states] of rows) for (const state of states) assert.equal(lookOf(state).tone, tone, state)
})

test('session states that share a column differ in shape, not in colour alone', () => {
  const shapes = ['awaiting_review', 'completed', 'failed', 'blocked'].map((state) => lookOf(state).phase)
  assert.equal(new Set(shapes).size, shapes.length)
})

test('contract words become words', () => {
  assert.equal(wordsForState('awaiting_review'), 'Awaiting review')
  assert.equal(wordsForState('idle'), 'Idle')
})
