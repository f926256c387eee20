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

test('the first is taken at once, what follows before the next drawing together and in order', () => {
  const { give, taken, draw } = paced()
  for (const frame of ['a', 'b', 'c']) give(frame)
  assert.deepEqual(taken, [['a']])
  draw()
  assert.deepEqual(taken, [['a'], ['b', 'c']])
  give('d')
  assert.deepEqual(taken, [['a'], ['b', 'c']])
  draw()
  draw()
  give('e')
  assert.deepEqual(taken, [['a'], ['b', 'c'], ['d'], ['e']])
})

test('a tab that is not drawn takes its news in by the timer, each once', () => {
  const { give, taken, draw, wake } = paced()
  give('a')
  give('b')
  wake()
  draw()
  assert.deepEqual(taken, [['a'], ['b']])
})
