import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestWindowMs, nextWindow, shortestWindowMs } from './pace.ts'

const calm = { windowMs: 2, changes: 1, lateMs: 0, unsentBytes: 0 }

test('windows widen by each kind of load, and narrow again without it', () => {
  const rows: [Partial<typeof calm>, number][] = [
    [{}, 2],
    [{ changes: 2 }, 2],
    [{ changes: 3 }, 4],
    [{ windowMs: 8, changes: 9 }, 16],
    [{ windowMs: 8, changes: 8 }, 4],
    [{ windowMs: 16, changes: 400 }, 16],
    [{ windowMs: 16 }, 8],
    [{ lateMs: 4 }, 2],
    [{ lateMs: 4.1 }, 4],
    [{ unsentBytes: 65_536 }, 2],
    [{ unsentBytes: 65_537 }, 4],
  ]
  for (const [seen, next] of rows) assert.equal(nextWindow({ ...calm, ...seen }), next, JSON.stringify(seen))
})

test('windows stay between their bounds, whatever happens', () => {
  let windowMs = shortestWindowMs
  for (let count = 0; count < 9; count++) windowMs = nextWindow({ ...calm, windowMs, changes: 1e6 })
  assert.equal(windowMs, longestWindowMs)
  for (let count = 0; count < 9; count++) windowMs = nextWindow({ ...calm, windowMs, changes: 0 })
  assert.equal(windowMs, shortestWindowMs)
})
