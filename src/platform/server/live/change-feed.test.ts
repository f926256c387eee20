import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChangeFeed } from './change-feed.ts'
import type { FeedChange, Frame } from './frames.ts'
import { longestWindowMs } from './pace.ts'

const upsert = (id: string, value: unknown): FeedChange => ({ kind: 'session', op: 'upsert', id, value })
const remove = (id: string): FeedChange => ({ kind: 'session', op: 'remove', id, value: null })

function setUp(startSeq = 0) {
  const frames: Frame[] = []
  const numbers: number[] = []
  const windows: number[] = []
  const timers: (() => void)[] = []
  /** A frame costs a millisecond, so that the next one waits for a while. */
  const world = { isWatched: true, nowMs: 0, idleMs: 0, costMs: 1, unsentBytes: 0, nextSeq: startSeq + 1 }
  const feed = createChangeFeed({
    startSeq,
    nextSeq() {
      numbers.push(world.nextSeq)
      return world.nextSeq++
    },
    isWatched: () => world.isWatched,
    send(frame) {
      frames.push(frame)
      world.nowMs += world.costMs
    },
    passedMs: () => world.nowMs,
    idleMs: () => world.idleMs,
    unsentBytes: () => world.unsentBytes,
    after(ms, callback) {
      windows.push(ms)
      timers.push(() => {
        world.nowMs += ms
        world.idleMs += ms
        callback()
      })
    },
  })
  const publish = async (...changes: Parameters<typeof feed.publish>[0]): Promise<void> => {
    feed.publish(changes, false)
    await turnEnds()
  }
  const publishWaiting = async (...changes: Parameters<typeof feed.publish>[0]): Promise<void> => {
    feed.publish(changes, true)
    await turnEnds()
  }
  return { feed, publish, publishWaiting, frames, numbers, windows, world, endWindow: () => timers.shift()?.() }
}

/** What one commit brings about is gathered until then. */
const turnEnds = (): Promise<void> => Promise.resolve()

test('the first change after a quiet time is sent at once, with all that its commit brought about', async () => {
  const { feed, publish, frames } = setUp(7)
  feed.publish([upsert('a', 1)], false)
  await publish(upsert('b', 1))
  assert.deepEqual(frames, [{ seq: 8, changes: [upsert('a', 1), upsert('b', 1)] }])
  assert.equal(feed.seq(), 8)
})

test('frames that cost next to nothing are not held back', async () => {
  const { publish, frames, windows, world } = setUp()
  world.costMs = 0.1
  for (const value of [1, 2, 3]) await publish(upsert('a', value))
  assert.deepEqual([frames.length, windows], [3, []])
})

test('changes within the window travel together at its end, the last value of each', async () => {
  const { publish, frames, endWindow } = setUp()
  await publish(upsert('a', 1))
  await publish(upsert('a', 2))
  await publish(upsert('b', 1), upsert('a', 3))
  await publish(remove('b'))
  assert.equal(frames.length, 1)
  endWindow()
  assert.deepEqual(frames[1], { seq: 2, changes: [upsert('a', 3), remove('b')] })
  endWindow()
  assert.equal(frames.length, 2)
  await publish(upsert('c', 1))
  assert.equal(frames.length, 3)
})

test('a viewer that comes back gets what it missed, the last value of each', async () => {
  const { feed, publish, endWindow } = setUp(100)
  await publish(upsert('a', 1))
  endWindow()
  await publish(upsert('b', 1))
  endWindow()
  await publish(upsert('a', 2))
  assert.deepEqual(feed.missed(100), [upsert('b', 1), upsert('a', 2)])
  assert.deepEqual(feed.missed(102), [upsert('a', 2)])
  assert.deepEqual(feed.missed(103), [])
})

test('a viewer from before the kept frames, or from a later life of the service, needs a snapshot', async () => {
  const { feed, publish, endWindow } = setUp(100)
  assert.equal(feed.missed(99), null)
  assert.equal(feed.missed(101), null)
  assert.deepEqual(feed.missed(100), [])
  for (let count = 0; count < 5001; count++) {
    await publish(upsert(`a${count}`, count))
    endWindow()
  }
  assert.equal(feed.missed(100), null)
  assert.equal(feed.missed(101)?.length, 5000)
  assert.deepEqual(feed.missed(5100), [upsert('a5000', 5000)])
})

test('of one that changes without an end the newest value is kept alone, and nobody needs a snapshot for it', async () => {
  const { feed, publish, endWindow } = setUp(100)
  await publish(upsert('b', 0))
  endWindow()
  for (let count = 0; count < 6000; count++) {
    await publish(upsert('a', count))
    endWindow()
  }
  assert.deepEqual(feed.missed(100), [upsert('b', 0), upsert('a', 5999)])
  assert.deepEqual(feed.missed(101), [upsert('a', 5999)])
})

test('a frame of what can wait holds back others of it, and no change of anything else', async () => {
  const { publish, publishWaiting, frames, endWindow } = setUp()
  await publishWaiting(upsert('line', 1))
  await publishWaiting(upsert('line', 2))
  assert.equal(frames.length, 1)
  await publish(upsert('a', 1))
  assert.deepEqual(frames[1]?.changes, [upsert('line', 2), upsert('a', 1)], 'what waits goes along')
  await publish(upsert('a', 2))
  await publishWaiting(upsert('line', 3))
  assert.equal(frames.length, 2, 'that frame holds back both')
  endWindow()
  assert.equal(frames.length, 2, 'of the window of what can wait nothing is told before the one that is due')
  endWindow()
  assert.deepEqual(frames[2]?.changes, [upsert('a', 2), upsert('line', 3)])
})

test('where a viewer does not read, a frame of what can wait holds back all', async () => {
  const { publish, publishWaiting, frames, world, endWindow } = setUp()
  world.unsentBytes = 1024 * 1024
  await publishWaiting(upsert('line', 1))
  await publish(upsert('a', 1))
  assert.equal(frames.length, 1)
  endWindow()
  assert.deepEqual(frames[1]?.changes, [upsert('a', 1)])
})

test('a value that is read late is read once for a frame, as it then is', async () => {
  const { publish, frames, endWindow } = setUp()
  let value = 0
  const late = { kind: 'session', id: 'a', read: () => upsert('a', (value += 1)) }
  await publish(upsert('b', 1))
  for (let count = 0; count < 5; count++) await publish(late)
  assert.equal(value, 0)
  endWindow()
  assert.deepEqual([frames[1]?.changes, value], [[upsert('a', 1)], 1])
})

test('an event loop that has no time makes frames wait longer, and a viewer that does not read does as well', async () => {
  const { publish, windows, world, endWindow } = setUp()
  const afterFrame = async (passedMs: number, idleMs: number): Promise<number | undefined> => {
    world.nowMs += passedMs
    world.idleMs += idleMs
    await publish(upsert('a', world.nowMs))
    endWindow()
    return windows.at(-1)
  }
  const calm = await afterFrame(1000, 1000)
  const busy = await afterFrame(1000, 100)
  assert.ok(calm !== undefined && busy !== undefined && calm < busy, `${calm} ms, then ${busy} ms`)
  world.unsentBytes = 1024 * 1024
  assert.equal(await afterFrame(1000, 1000), longestWindowMs)
})

test('nothing is kept while nobody watches, and whoever comes back later gets a snapshot', async () => {
  const { feed, publish, frames, numbers, world } = setUp(10)
  await publish(upsert('a', 1))
  world.isWatched = false
  await publish(upsert('a', 2))
  await publish(upsert('a', 3))
  assert.deepEqual([frames.length, feed.seq(), numbers], [1, 12, [11, 12]])
  assert.equal(feed.missed(11), null)
  world.isWatched = true
  assert.deepEqual(feed.missed(12), [])
})

test('where numbers of another service lie between, whoever knows one of them gets a snapshot', async () => {
  const { feed, publish, world, endWindow } = setUp(10)
  await publish(upsert('a', 1))
  world.nextSeq = 31
  await publish(upsert('b', 1))
  endWindow()
  assert.equal(feed.seq(), 31)
  assert.deepEqual(
    [11, 20, 29].map((since) => feed.missed(since)),
    [null, null, null],
  )
  assert.deepEqual(feed.missed(31), [])
})

test('a change that waited for its frame when the last viewer went does not hide later ones from who comes back', async () => {
  const { feed, publish, world, endWindow } = setUp(10)
  await publish(upsert('a', 1))
  await publish(upsert('a', 2))
  world.isWatched = false
  await publish(upsert('b', 1))
  endWindow()
  const seen = feed.seq()
  await publish(upsert('b', 2))
  assert.equal(feed.missed(seen), null)
})
