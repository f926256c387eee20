import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../mirror.testkit.ts'
import { createRefreshSoon } from './refresh-soon.ts'

test('many calls are one piece of work, and calls during it are one more', async () => {
  let count = 0
  let gate = Promise.withResolvers<void>()
  await using soon = createRefreshSoon(async () => {
    count += 1
    await gate.promise
  }, 1)
  for (let call = 0; call < 9; call++) soon.call()
  await eventually(() => count === 1)
  for (let call = 0; call < 9; call++) soon.call()
  assert.equal(count, 1)
  const first = gate
  gate = Promise.withResolvers()
  first.resolve()
  await eventually(() => count === 2)
  gate.resolve()
})

test('disposing waits for the work at hand, and nothing begins after it', async () => {
  const gate = Promise.withResolvers<void>()
  let begun = 0
  let done = false
  const soon = createRefreshSoon(async () => {
    begun += 1
    await gate.promise
    done = true
  }, 0)
  soon.call()
  await eventually(() => begun === 1)
  soon.call()
  const disposed = soon[Symbol.asyncDispose]()
  gate.resolve()
  await disposed
  soon.call()
  assert.deepEqual([begun, done], [1, true])
})
