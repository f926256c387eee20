import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalm } from './calm.ts'

test('what is opened while a control client connects waits until it stands', async () => {
  const calm = createCalm()
  const order: string[] = []
  const stands = await calm.connect()
  const opened = [1, 2].map((each) => calm.open(async () => void order.push(`opened ${each}`)))
  await Promise.resolve()
  order.push('stands')
  stands()
  await Promise.all(opened)
  assert.deepEqual(order, ['stands', 'opened 1', 'opened 2'])
})

test('a control client connects once all that is being opened is open, also where that fails', async () => {
  const calm = createCalm()
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const opened = calm.open(() => first.promise)
  const connect = async () => {
    const stands = await calm.connect()
    order.push('connects')
    stands()
  }
  const connected = connect()
  const next = calm.open(async () => void order.push('next'))
  order.push('fails')
  first.reject(new Error('no terminal'))
  await assert.rejects(opened, /no terminal/)
  await Promise.all([connected, next])
  assert.deepEqual(order, ['fails', 'connects', 'next'])
})

test('a connection that never stands lets go by itself', async () => {
  const calm = createCalm(1)
  await calm.connect()
  assert.equal(await calm.open(async () => 'opened'), 'opened')
})
