import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChangeFeed, windowMs, type Frame } from './change-feed.ts'
import type { FeedChange } from './feed.ts'

const upsert = (id: string, value: unknown): FeedChange => ({ kind: 'session', op: 'upsert', id, value })
const remove = (id: string): FeedChange => ({ kind: 'session', op: 'remove', id, value: null })

function setUp(startSeq = 0) {
  const frames: Frame[] = []
  const timers: (() => void)[] = []
  const feed = createChangeFeed({
    startSeq,
    send: (frame) => frames.push(frame),
    after(ms, callback) {
      assert.equal(ms, windowMs)
      timers.push(callback)
    },
  })
  return { feed, frames, endWindow: () => timers.shift()?.() }
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
  for (let count = 0; count < 1200; count++) {
    feed.publish([upsert('a', count)])
    endWindow()
  }
  assert.equal(feed.missed(100), null)
  assert.deepEqual(feed.missed(1299), [upsert('a', 1199)])
})
