import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestWindowMs, watchIdleShare, windowAfter } from './pace.ts'

const calm = { costMs: 0.1, idleShare: 1, unsentBytes: 0 }

test('a frame is held back for as long as the frames before it took more than their share of the time', () => {
  const rows: [Partial<typeof calm>, number][] = [
    [{}, 0],
    [{ idleShare: 0.7 }, 0],
    [{ idleShare: 0.5 }, 1.233],
    [{ idleShare: 0.1 }, 6.567],
    [{ idleShare: 0 }, 9.9],
    [{ costMs: 1 }, 5.667],
    [{ costMs: 1, idleShare: 0.5 }, 12.333],
    [{ costMs: 1, idleShare: 0.1 }, longestWindowMs],
    [{ costMs: 0 }, 0],
    [{ unsentBytes: 65_536 }, 0],
    [{ unsentBytes: 65_537 }, longestWindowMs],
  ]
  for (const [seen, wanted] of rows) {
    const windowMs = windowAfter({ ...calm, ...seen })
    assert.equal(Math.round(windowMs * 1000) / 1000, wanted, JSON.stringify(seen))
  }
})

test('how idle the event loop is is read of the last while, neither of a moment nor of all time', () => {
  const world = { passedMs: 1000, idleMs: 900 }
  const idleShare = watchIdleShare({ passedMs: () => world.passedMs, idleMs: () => world.idleMs })
  const passing = (passedMs: number, idleMs: number): number => {
    world.passedMs += passedMs
    world.idleMs += idleMs
    return idleShare()
  }
  assert.deepEqual([passing(49, 0), passing(1, 10), passing(10, 0), passing(40, 50)], [1, 0.2, 0.2, 1])
})
