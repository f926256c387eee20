import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createOutputTurns } from './output-turns.ts'

const stillTime = { passedMs: () => 0, after: () => () => {} }

test('what a change of a state commits goes before the output that was read with it', async () => {
  const turns = createOutputTurns(stillTime)
  const order: string[] = []
  turns.add(async () => void order.push('output'))
  turns.letPass()
  setImmediate(() => order.push('commit'))
  while (order.length < 2) await nextTurn()
  assert.deepEqual(order, ['commit', 'output'])
})

test('output that waits alone has its turn at once, and changes without end do not keep it waiting', async () => {
  const turns = createOutputTurns(stillTime)
  const order: string[] = []
  turns.letPass()
  turns.add(async () => void order.push('alone'))
  setImmediate(() => order.push('later'))
  while (order.length < 2) await nextTurn()
  assert.deepEqual(order, ['alone', 'later'])
  turns.add(async () => void order.push('at last'))
  let changes = 0
  while (!order.includes('at last')) {
    turns.letPass()
    changes += 1
    await nextTurn()
  }
  assert.ok(changes > 1)
})

/** Turns whose work takes as long as it says, on a clock that nothing else moves. */
function working() {
  const time = new ManualTime('2026-11-20T10:00:00.000Z')
  const turns = createOutputTurns(time)
  const done: string[] = []
  const add = (name: string, tookMs = 0): void =>
    turns.add(async () => {
      done.push(name)
      await time.pass(tookMs)
    })
  return { time, turns, done, add }
}

const someTurns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
}

test('after much output the next is gathered, the longer the more there was, and half a second at most', async () => {
  const { time, done, add } = working()
  add('a line', 0.01)
  await someTurns()
  add('the next')
  await someTurns()
  assert.deepEqual(done, ['a line', 'the next'], 'a line by itself keeps nobody waiting')
  add('some', 4)
  await someTurns()
  for (const name of ['gathered', 'with it']) add(name, 100)
  await someTurns()
  assert.equal(done.length, 3)
  await time.pass(199)
  assert.equal(done.length, 3)
  await time.pass(1)
  await someTurns()
  assert.deepEqual(done.slice(3), ['gathered', 'with it'])
  add('after a flood')
  await time.pass(499)
  await someTurns()
  assert.equal(done.length, 5)
  await time.pass(1)
  await someTurns()
  assert.equal(done.at(-1), 'after a flood')
})

test('a hurry ends the gathering', async () => {
  const { turns, done, add } = working()
  turns.hurry()
  add('some', 10)
  await someTurns()
  add('much')
  await someTurns()
  turns.hurry()
  await someTurns()
  assert.deepEqual(done, ['some', 'much'])
})
