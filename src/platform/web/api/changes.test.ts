import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChanges } from './changes.ts'

test('nothing is waited for where nothing was sent', async () => {
  await createChanges().answered()
})

test('one act that sends two changes is waited for as a whole, and a refusal ends it as an answer does', async () => {
  const changes = createChanges()
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const order: string[] = []
  const act = async () => {
    order.push(await changes.follow(first.promise))
    await changes.follow(second.promise).catch((error: unknown) => order.push(String(error)))
  }
  const done = Promise.all([act(), changes.answered().then(() => order.push('answered'))])
  first.resolve('first')
  await first.promise
  second.reject(new Error('second'))
  await done
  assert.deepEqual(order, ['first', 'Error: second', 'answered'])
})
