import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskPriority, TaskType } from '#rooms/tasks/contract.ts'
import { isFiltering, noFilter, parseWords, planMatches, textsMatch } from './filter.ts'

test('every word has to be somewhere in the texts, in any case and order', () => {
  const texts = () => ['Fix double capture', null, 'Orders twice']
  const rows: [string, boolean][] = [
    ['', true],
    ['   ', true],
    ['DOUBLE', true],
    [' capture  fix ', true],
    ['twice double', true],
    ['double missing', false],
    ['capture orders', true],
    ['capture\norders', true],
    ['null', false],
  ]
  for (const [text, expected] of rows) assert.equal(textsMatch(parseWords(text), texts), expected, text)
})

test('without words no texts are asked for', () => {
  assert.equal(
    textsMatch([], () => assert.fail('asked')),
    true,
  )
})

test('type and priority ask for both at once, and hide what works on no task', () => {
  const rows: [TaskType | null, TaskPriority | null, boolean, boolean][] = [
    [null, null, true, true],
    ['task', null, true, false],
    ['story', null, false, false],
    [null, 'P2', true, false],
    [null, 'P1', false, false],
    ['task', 'P2', true, false],
    ['task', 'P3', false, false],
  ]
  for (const [type, priority, ofTask, ofNone] of rows) {
    const filter = { ...noFilter, type, priority }
    assert.equal(planMatches({ type: 'task', priority: 'P2' }, filter), ofTask, `${type} ${priority}`)
    assert.equal(planMatches(null, filter), ofNone, `${type} ${priority}`)
    assert.equal(isFiltering(filter), type !== null || priority !== null)
  }
  assert.deepEqual(
    [isFiltering({ ...noFilter, words: ['a'] }), isFiltering({ ...noFilter, needsOnly: true })],
    [true, true],
  )
})
