import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelayMs } from './retry-delay.ts'

const rows = [
  [1, false, 1, 1000],
  [2, false, 1, 2000],
  [5, false, 1, 16_000],
  [6, false, 1, 30_000],
  [1000, false, 1, 30_000],
  [1, false, 0, 500],
  [1, true, 1, 60_000],
  [9, true, 0, 30_000],
] as const

for (const [tries, refused, random, expected] of rows) {
  test(`try ${tries} waits ${expected} ms at ${random} (${refused ? 'refused' : 'not reached'})`, () => {
    assert.equal(retryDelayMs({ tries, refused, random }), expected)
  })
}
