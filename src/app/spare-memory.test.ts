import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cachedDataVersionTag } from 'node:v8'
import { collectAll, spareMemory } from './spare-memory.ts'

test('memory is given back once, after the first stretch in which next to nothing happened', () => {
  const cases = [
    { title: 'busy all the time', idle: [0, 0, 0], collections: 0 },
    { title: 'a little busy', idle: [2600, 2600, 2600], collections: 0 },
    { title: 'quiet at once', idle: [3000, 3000, 3000], collections: 1 },
    { title: 'quiet in the end', idle: [1000, 2000, 2900], collections: 1 },
  ]
  for (const { title, idle, collections } of cases) {
    const loop = madeUpLoop()
    let collected = 0
    spareMemory(loop.timers, () => void collected++)
    for (const idleMs of idle) loop.pass(3000, idleMs)
    assert.equal(collected, collections, title)
    assert.equal(loop.isWatched(), collections === 0, title)
  }
})

test('nothing is collected once the service ends', () => {
  const loop = madeUpLoop()
  const end = spareMemory(loop.timers, () => assert.fail('it was collected'))
  end()
  loop.pass(3000, 3000)
  assert.equal(loop.isWatched(), false)
})

test('what nobody holds is gone afterwards, and the cache of compiled code keeps its key', async () => {
  const [tag, collect] = [cachedDataVersionTag(), 'gc' in globalThis]
  const gone = new WeakRef({ of: 'the start' })
  // A reference that was made in this turn is held until its end.
  await new Promise((resolve) => setImmediate(resolve))
  collectAll()
  assert.equal(gone.deref(), undefined)
  assert.equal(cachedDataVersionTag(), tag)
  assert.equal('gc' in globalThis, collect)
})

/** A clock of the event loop that stands until it is told that time passed. */
function madeUpLoop() {
  let [passedMs, idleMs] = [0, 0]
  let callback: (() => void) | null = null
  return {
    timers: {
      passedMs: () => passedMs,
      idleMs: () => idleMs,
      after: () => assert.fail('nothing waits for a moment'),
      every: (_ms: number, call: () => void) => {
        callback = call
        return () => void (callback = null)
      },
    },
    pass(ms: number, idle: number): void {
      passedMs += ms
      idleMs += idle
      callback?.()
    },
    isWatched: () => callback !== null,
  }
}
