import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { retryDelay, slowRetryDelay } from './back-off.ts'
import { hasSlept, heartbeatInterval, isAckOverdue, isOffline } from './liveness.ts'
import { commonProtocol, sideToUpdate } from './protocol.ts'

const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('a heartbeat comes every 15 s, 20 % more or less', () => {
  assert.equal(heartbeatInterval(1, 0), 12_000)
  assert.equal(heartbeatInterval(1, 0.5), 15_000)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 600 }), share, (devices, random) => {
      const interval = heartbeatInterval(devices, random)
      assert.ok(interval >= 12_000 && interval <= 18_000)
    }),
  )
})

test('however many devices there are, they send at most 50 heartbeats a second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), share, (devices, random) => {
      assert.ok((devices / heartbeatInterval(devices, random)) * 1000 <= 50.001)
    }),
  )
})

test('a device is offline after 45 s, and dials anew after 40 s without an answer', () => {
  assert.deepEqual([isOffline(1000, 45_999), isOffline(1000, 46_000)], [false, true])
  assert.deepEqual(
    [isAckOverdue(1000, 40_999), isAckOverdue(1000, 41_000), isAckOverdue(null, 1e9)],
    [false, true, false],
  )
  assert.equal(isAckOverdue(0, 200, 200), true)
})

test('a wall clock that jumps tells of sleep; one that runs a little fast does not', () => {
  const before = { wallMs: 1_000_000, passedMs: 500 }
  const rows: [number, number, boolean][] = [
    [5000, 5000, false],
    [19_999, 5000, false],
    [20_000, 5000, true],
    [86_400_000, 1000, true],
    [-15_000, 0, true],
    [-14_000, 0, false],
    [14_999, 14_999, false],
    [15_000, 15_000, true],
  ]
  for (const [wall, passed, slept] of rows) {
    const now = { wallMs: before.wallMs + wall, passedMs: before.passedMs + passed }
    assert.equal(hasSlept(before, now), slept, `${wall} ${passed}`)
  }
})

test('a daemon dials again after 1 to 60 s, later with each failure', () => {
  const rows: [number, number, number][] = [
    [1, 0, 1000],
    [1, 0.5, 1500],
    [2, 0.5, 2500],
    [6, 0.999, 59_941],
    [1000, 0.5, 30_500],
  ]
  for (const [failures, random, ms] of rows) assert.equal(retryDelay(failures, random), ms, `${failures} ${random}`)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), share, (failures, random) => {
      const delay = retryDelay(failures, random)
      assert.ok(delay >= 1000 && delay <= 60_000)
      assert.ok(slowRetryDelay(random) >= 30_000 && slowRetryDelay(random) <= 60_000)
    }),
  )
})

test('the highest protocol that both speak is taken, or the older side is named', () => {
  const rows: [[number, number], [number, number], number | null][] = [
    [[1, 1], [1, 1], 1],
    [[1, 3], [2, 5], 3],
    [[1, 2], [3, 4], null],
    [[4, 9], [1, 3], null],
  ]
  for (const [[min, max], [otherMin, otherMax], common] of rows) {
    assert.equal(commonProtocol({ min, max }, { min: otherMin, max: otherMax }), common)
  }
  const hub = { min: 2, max: 3 }
  assert.deepEqual(
    [1, 2, 3, 4].map((asked) => sideToUpdate(asked, hub)),
    ['daemon', null, null, 'hub'],
  )
})
