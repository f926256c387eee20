import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceFrames } from './frame-pacer.ts'

function paced() {
  const frames: (() => void)[] = []
  const timers: (() => void)[] = []
  const taken: (readonly string[])[] = []
  const clocks = {
    nextFrame: (run: () => void) => void frames.push(run),
    later: (run: () => void) => void timers.push(run),
  }
  const give = paceFrames<string>((some) => taken.push(some), clocks)
  return { give, taken, draw: () => frames.shift()?.(), wake: () => timers.shift()?.() }
}

test('what comes before the next drawing is taken with it, together and in order', () => {
  const { give, taken, draw } = paced()
  for (const frame of ['a', 'b', 'c']) give(frame)
  assert.deepEqual(taken, [])
  draw()
  assert.deepEqual(taken, [['a', 'b', 'c']])
  give('d')
  draw()
  assert.deepEqual(taken, [['a', 'b', 'c'], ['d']])
})

test('what throws when it is taken holds up nothing that comes later', () => {
  const taken: (readonly string[])[] = []
  const frames: (() => void)[] = []
  const give = paceFrames<string>(
    (some) => {
      taken.push(some)
      if (some[0] === 'bad') throw new Error('bad')
    },
    { nextFrame: (run) => void frames.push(run), later: () => {} },
  )
  give('bad')
  assert.throws(() => frames.shift()?.())
  give('good')
  frames.shift()?.()
  assert.deepEqual(taken, [['bad'], ['good']])
})

test('a tab that is not drawn takes its news in by the timer, each once', () => {
  const { give, taken, draw, wake } = paced()
  give('a')
  give('b')
  wake()
  assert.deepEqual(taken, [['a', 'b']])
  give('c')
  draw()
  assert.deepEqual(taken, [['a', 'b']])
  draw()
  assert.deepEqual(taken, [['a', 'b'], ['c']])
  wake()
  assert.equal(taken.length, 2)
})
