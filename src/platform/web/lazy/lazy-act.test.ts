import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toasts } from '../ui/toasts.ts'
import { lazyAct } from './lazy-act.ts'

const settled = () => new Promise(setImmediate)

test('an act runs once its code is there, with what it was called with', async () => {
  const done: string[] = []
  const act = lazyAct(
    () => Promise.resolve({ tell: (what: string) => done.push(what) }),
    ({ tell }) => tell,
  )
  void act('one')
  void act('two')
  assert.deepEqual(done, [])
  await settled()
  assert.deepEqual(done, ['one', 'two'])
})

test('a failure is told and offers the same again, from the second on the page anew', async () => {
  toasts.set([])
  const done: string[] = []
  let isUp = false
  const act = lazyAct(
    async () => {
      if (!isUp) throw new Error('the network')
      return (what: string) => done.push(what)
    },
    (tell) => tell,
  )
  void act('one')
  await settled()
  const [first] = toasts.get()
  assert.deepEqual([first?.title, first?.action?.label], ['This part of the page did not load.', 'Try again'])
  first?.action?.run()
  await settled()
  assert.equal(toasts.get().at(-1)?.action?.label, 'Reload the page')
  isUp = true
  first?.action?.run()
  await settled()
  assert.deepEqual(done, ['one'])
})
