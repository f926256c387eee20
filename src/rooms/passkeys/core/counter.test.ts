import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasGrown } from './counter.ts'

test('a counter grows or stays 0; one that falls, stands still or begins anew is refused', () => {
  const rows: [before: number, now: number, expected: boolean][] = [
    [0, 0, true],
    [0, 1, true],
    [1, 2, true],
    [1, 4_294_967_295, true],
    [1, 1, false],
    [2, 1, false],
    [1, 0, false],
  ]
  for (const [before, now, expected] of rows) assert.equal(hasGrown(before, now), expected, `${before} to ${now}`)
})
