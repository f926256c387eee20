import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oneAtATime } from './one-at-a-time.ts'

test('a piece of work begins when the one before it has ended, also by a failure, which its giver hears of', async () => {
  const inTurn = oneAtATime()
  const told: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    await gate.promise
    told.push('first')
    throw new Error('a bug')
  })
  const second = inTurn(async () => {
    told.push('second')
    return 2
  })
  gate.resolve()
  await assert.rejects(first, /a bug/)
  assert.equal(await second, 2)
  assert.equal(await inTurn(async () => 3), 3)
  assert.deepEqual(told, ['first', 'second'])
})
