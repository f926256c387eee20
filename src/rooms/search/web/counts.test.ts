import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords, totalFound } from './counts.ts'

test('a count is told exactly up to the limit, and together they are their sum', () => {
  assert.deepEqual([0, 100, 101, 5000].map(countWords), ['0', '100', '100+', '100+'])
  assert.equal(totalFound({ task: 3, session: 1, transcript: 0, output: 0, brief: 0, run: 2 }), 6)
})
