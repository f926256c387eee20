import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

/** Work that says when it began and ends when it is told to. */
function setUp() {
  const turns = createTurns({ usual: 2, reserved: 1, mostWaiting: 3 })
  const began: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const work = (name: string) => () => {
    began.push(name)
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return end.promise
  }
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.resolve(name)
    await setImmediate()
  }
  return { turns, began, work, end, ends }
}

test('no more than the usual number run at once, and the rest follow in order', async () => {
  const { turns, began, work, end } = setUp()
  const taken = ['a', 'b', 'c', 'd'].map((name) => turns.take(work(name)))
  assert.deepEqual(began, ['a', 'b'])
  await end('b')
  await end('a')
  assert.deepEqual(began, ['a', 'b', 'c', 'd'])
  await end('c')
  await end('d')
  const values = (await Promise.all(taken)).map((result) => result.ok && result.value)
  assert.deepEqual(values, ['a', 'b', 'c', 'd'])
})

test('urgent work starts while all usual work hangs, and goes ahead of what waits', async () => {
  const { turns, began, work, end } = setUp()
  for (const name of ['a', 'b', 'c']) void turns.take(work(name))
  for (const name of ['stop', 'kill']) void turns.takeUrgently(work(name))
  assert.deepEqual(began, ['a', 'b', 'stop'])
  await end('a')
  assert.deepEqual(began, ['a', 'b', 'stop', 'kill'])
  await end('stop')
  assert.deepEqual(began, ['a', 'b', 'stop', 'kill'], 'two run, one of them urgent: the usual room is taken')
  await end('kill')
  assert.deepEqual(began, ['a', 'b', 'stop', 'kill', 'c'])
})

test('usual work beyond the bound of the queue is turned away, urgent work never', async () => {
  const { turns, began, work } = setUp()
  for (let count = 0; count < 5; count++) void turns.take(work(`usual ${count}`))
  assert.deepEqual(await turns.take(work('one more')), { ok: false, error: 'full' })
  void turns.takeUrgently(work('stop'))
  assert.deepEqual(began, ['usual 0', 'usual 1', 'stop'])
})

test('work that throws gives its turn on', async () => {
  const { turns, began, work, end, ends } = setUp()
  const failed = assert.rejects(turns.take(work('a')), /no/)
  for (const name of ['b', 'c']) void turns.take(work(name))
  ends.get('a')?.reject(new Error('no'))
  await failed
  await setImmediate()
  assert.deepEqual(began, ['a', 'b', 'c'])
  await end('b')
})
