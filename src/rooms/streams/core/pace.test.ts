import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestRecord, paceOf, recordLengths } from './pace.ts'

test('the longer a journal, the coarser its times, so that no trickle makes it grow without end', () => {
  const mebibyte = 1024 * 1024
  const paces = [0, 3, 4, 8, 32].map((size) => paceOf(size * mebibyte, { isTalking: false, talking: 1 }))
  assert.deepEqual(paces, [50, 50, 100, 200, 12_800])
  assert.equal(paceOf(0, { isTalking: true, talking: 1 }), 100)
})

test('however many sessions write at once, their logs are looked at a thousand times a second at most', () => {
  const pace = (talking: number) => paceOf(0, { isTalking: true, talking })
  assert.deepEqual([1, 100, 200, 1000].map(pace), [100, 100, 200, 1000])
  assert.equal(paceOf(0, { isTalking: false, talking: 1000 }), 50, 'the first write of a quiet one is timed as ever')
})

test('records are bounded, and together as long as what they stand for', () => {
  assert.deepEqual(recordLengths(0), [])
  assert.deepEqual(recordLengths(longestRecord), [longestRecord])
  assert.deepEqual(recordLengths(2 * longestRecord + 5), [longestRecord, longestRecord, 5])
})
