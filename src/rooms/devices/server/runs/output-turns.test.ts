import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createOutputTurns } from './output-turns.ts'

const stillTime = { passedMs: () => 0 }

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
