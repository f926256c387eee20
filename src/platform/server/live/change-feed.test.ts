import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChangeFeed } from './change-feed.ts'
import type { FeedChange, Frame } from './frames.ts'

const upsert = (id: string, value: unknown): FeedChange => ({ kind: 'session', op: 'upsert', id, value })
const remove = (id: string): FeedChange => ({ kind: 'session', op: 'remove', id, value: null })

function setUp(startSeq = 0) {
  const frames: Frame[] = []
  const numbers: number[] = []
  const windows: number[] = []
  const timers: (() => void)[] = []
  const world = { isWatched: true, nowMs: 0, unsentBytes: 0 }
  const feed = createChangeFeed({
    startSeq,
    onSeq: (seq) => numbers.push(seq),
    isWatched: () => world.isWatched,
    send: (frame) => frames.push(frame),
    passedMs: () => world.nowMs,
    unsentBytes: () => world.unsentBytes,
    after(ms, callback) {
      windows.push(ms)
      timers.push(() => {
        world.nowMs += ms
        callback()
      })
    },
  })
  return { feed, frames, numbers, windows, world, endWindow: () => timers.shift()?.() }
}

test('the first change after a quiet time is sent at once', () => {
  const { feed, frames } = setUp(7)
  feed.publish([upsert('a', 1)])
  assert.deepEqual(frames, [{ seq: 8, changes: [upsert('a', 1)] }])
  assert.equal(feed.seq(), 8)
})

test('changes within the window travel together at its end, the last value of each', () => {
  const { feed, frames, endWindow } = setUp()
  feed.publish([upsert('a', 1)])
  feed.publish([upsert('a', 2)])
  feed.publish([upsert('b', 1), upsert('a', 3)])
  feed.publish([remove('b')])
  assert.equal(frames.length, 1)
  endWindow()
  assert.deepEqual(frames[1], { seq: 2, changes: [upsert('a', 3), remove('b')] })
  endWindow()
  assert.equal(frames.length, 2)
  feed.publish([upsert('c', 1)])
  assert.equal(frames.length, 3)
})

test('a viewer that comes back gets what it missed, the last value of each', () => {
  const { feed, endWindow } = setUp(100)
  feed.publish([upsert('a', 1)])
  endWindow()
  feed.publish([upsert('b', 1)])
  endWindow()
  feed.publish([upsert('a', 2)])
  assert.deepEqual(feed.missed(100), [upsert('b', 1), upsert('a', 2)])
  assert.deepEqual(feed.missed(102), [upsert('a', 2)])
  assert.deepEqual(feed.missed(103), [])
})

test('a viewer from before the kept frames, or from a later life of the service, needs a snapshot', () => {
  const { feed, endWindow } = setUp(100)
  assert.equal(feed.missed(99), null)
  assert.equal(feed.missed(101), null)
  assert.deepEqual(feed.missed(100), [])
  for (let count = 0; count < 20_001; count++) {
    feed.publish([upsert('a', count)])
    endWindow()
  }
  assert.equal(feed.missed(100), null)
  assert.deepEqual(feed.missed(20_100), [upsert('a', 20_000)])
})

test('a value that is read late is read once for a frame, as it then is', () => {
  const { feed, frames, endWindow } = setUp()
  let value = 0
  const late = { kind: 'session', id: 'a', read: () => upsert('a', (value += 1)) }
  feed.publish([upsert('b', 1)])
  for (let count = 0; count < 5; count++) feed.publish([late])
  assert.equal(value, 0)
  endWindow()
  assert.deepEqual([frames[1]?.changes, value], [[upsert('a', 1)], 1])
})

test('frames are 2 ms apart while there is time, and wait longer under load', () => {
  const { feed, windows, endWindow } = setUp()
  feed.publish([upsert('a', 0)])
  for (let count = 0; count < 40; count++) feed.publish([upsert(`${count}`, 1)])
  endWindow()
  for (let count = 0; count < 40; count++) feed.publish([upsert(`${count}`, 2)])
  endWindow()
  feed.publish([upsert('a', 3)])
  endWindow()
  endWindow()
  feed.publish([upsert('a', 4)])
  assert.deepEqual(windows, [2, 4, 8, 4, 2])
})

test('nothing is kept while nobody watches, and whoever comes back later gets a snapshot', () => {
  const { feed, frames, numbers, world } = setUp(10)
  feed.publish([upsert('a', 1)])
  world.isWatched = false
  feed.publish([upsert('a', 2)])
  feed.publish([upsert('a', 3)])
  assert.deepEqual([frames.length, feed.seq(), numbers], [1, 12, [11, 12]])
  assert.equal(feed.missed(11), null)
  world.isWatched = true
  assert.deepEqual(feed.missed(12), [])
})

test('a change that waited for its frame when the last viewer went does not hide later ones from who comes back', () => {
  const { feed, world, endWindow } = setUp(10)
  feed.publish([upsert('a', 1)])
  feed.publish([upsert('a', 2)])
  world.isWatched = false
  feed.publish([upsert('b', 1)])
  endWindow()
  const seen = feed.seq()
  feed.publish([upsert('b', 2)])
  assert.equal(feed.missed(seen), null)
})
