import assert from 'node:assert/strict'
import { test } from 'node:test'
import { job, testKinds } from '../cards/kinds.testkit.ts'
import { heightOf, isMeasured, noteHeight, noteWidth } from './heights.ts'

test('a height is remembered for the state it was measured in, and guessed in others, until columns are of another width', () => {
  const { kinds, put } = testKinds()
  put(job('a'))
  assert.equal(noteWidth(400), false, 'guesses hold for any width')
  assert.deepEqual([heightOf(kinds, 'a'), isMeasured(kinds, 'a')], [100, false])
  noteHeight(kinds, 'a', 112)
  put(job('a', { state: 'waits' }))
  assert.deepEqual([heightOf(kinds, 'a'), isMeasured(kinds, 'a')], [130, false])
  noteHeight(kinds, 'a', 150)
  put(job('a'))
  assert.deepEqual([heightOf(kinds, 'a'), isMeasured(kinds, 'a')], [112, true])
  assert.equal(noteWidth(400), false)
  assert.equal(isMeasured(kinds, 'a'), true)
  assert.equal(noteWidth(500), true)
  assert.deepEqual([heightOf(kinds, 'a'), isMeasured(kinds, 'a')], [100, false])
})
