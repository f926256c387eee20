import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '#base/time.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { collectAtRest } from './collect-at-rest.ts'

const megabyte = 1024 * 1024

/** A heap and a loop that a test fills; `busyMs` is what the loop had to do so far. */
function program() {
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  const state = { bytes: 13 * megabyte, busyMs: 0, collected: 0 }
  const heap = {
    bytes: () => state.bytes,
    collect: () => {
      state.collected += 1
      state.bytes = 10 * megabyte
    },
  }
  const timers = {
    passedMs: time.passedMs,
    idleMs: () => time.passedMs() - state.busyMs,
    after: time.after,
  }
  return { time, state, rest: collectAtRest(heap, timers) }
}

test('what a start left is collected in the first second with nothing to do, and once', async () => {
  const { time, state } = program()
  state.busyMs += 500
  await time.pass(secondMs)
  assert.equal(state.collected, 0)
  await time.pass(secondMs)
  assert.equal(state.collected, 1)
  await time.pass(10 * minuteMs)
  assert.equal(state.collected, 1)
})

test('what work left is collected when the work is over, and only where it is worth it', async () => {
  const { time, state } = program()
  await time.pass(secondMs)
  state.bytes += megabyte
  await time.pass(minuteMs)
  assert.equal(state.collected, 1)
  state.bytes += 2 * megabyte
  state.busyMs += 20 * secondMs
  await time.pass(minuteMs)
  assert.equal(state.collected, 1)
  await time.pass(minuteMs)
  assert.equal(state.collected, 2)
})

test('one that is over collects nothing more', async () => {
  const { time, state, rest } = program()
  rest[Symbol.dispose]()
  await time.pass(minuteMs)
  assert.deepEqual([state.collected, time.pending()], [0, 0])
})
