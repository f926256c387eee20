import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTicker } from './create-ticker.ts'

/** A page whose time and visibility the test decides. */
function page() {
  const visibility = new Set<() => void>()
  const timers = new Set<() => void>()
  const at = { nowMs: 1000, isVisible: true }
  const ticker = createTicker({
    nowMs: () => at.nowMs,
    isVisible: () => at.isVisible,
    onVisibility(listener) {
      visibility.add(listener)
      return () => visibility.delete(listener)
    },
    every(ms, callback) {
      assert.equal(ms, 1000)
      timers.add(callback)
      return () => timers.delete(callback)
    },
  })
  return {
    ticker,
    counts: () => [visibility.size, timers.size],
    pass(ms: number) {
      at.nowMs += ms
      for (const timer of timers) timer()
    },
    show(isVisible: boolean) {
      at.isVisible = isVisible
      for (const listener of visibility) listener()
    },
  }
}

test('it ticks for all who listen, with one time between two ticks', () => {
  const { ticker, pass, counts } = page()
  const heard: string[] = []
  const stops = ['a', 'b'].map((name) => ticker.onTick(() => heard.push(`${name} ${ticker.now()}`)))
  assert.deepEqual(counts(), [1, 1])
  pass(1000)
  assert.deepEqual(heard, ['a 2000', 'b 2000'])
  stops[0]?.()
  pass(1000)
  assert.deepEqual(heard.slice(2), ['b 3000'])
  stops[1]?.()
  assert.deepEqual(counts(), [0, 0])
})

test('a hidden page has no timer, and is up to date the moment it is seen again', () => {
  const { ticker, pass, show, counts } = page()
  const heard: number[] = []
  ticker.onTick(() => heard.push(ticker.now()))
  show(false)
  assert.deepEqual(counts(), [1, 0])
  pass(60_000)
  assert.deepEqual([heard, ticker.now()], [[], 1000])
  show(true)
  assert.deepEqual([heard, counts()], [[61_000], [1, 1]])
})

test('who listens first after a while of silence finds the present', () => {
  const { ticker, pass } = page()
  ticker.onTick(() => {})()
  pass(5000)
  ticker.onTick(() => {})
  assert.equal(ticker.now(), 6000)
})
