import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { undo } from '#platform/web/undo/undo.ts'
import { actionsOn, runAction } from './card-actions.ts'
import { job, step, testKinds } from './kinds.testkit.ts'

beforeEach(() => {
  for (const { id } of toasts.get()) dismissToast(id)
})

function board() {
  const { put, plan, ...rest } = testKinds()
  put(job('a'), job('stubborn'))
  plan(step('T'), step('U'))
  return rest
}

test('what is done to both kinds is one action, counted over both', () => {
  const { kinds } = board()
  const counts = (...keys: string[]) => actionsOn(kinds, keys).map(({ id, count }) => `${id} ${count}`)
  assert.deepEqual(counts('a', 'step:T', 'step:U'), ['done 3', 'stop 1'])
  assert.deepEqual(counts('step:T', 'gone'), ['done 1'])
  assert.deepEqual(counts('gone'), [])
})

test('it is done to all, told once with what was refused, and undone as one', async () => {
  const { kinds, told } = board()
  const done = actionsOn(kinds, ['a', 'stubborn', 'step:T']).find(({ id }) => id === 'done')
  assert.ok(done !== undefined)
  await runAction(done, () => assert.fail('nothing is opened'))
  assert.deepEqual(told, ['done T', 'done a stubborn'])
  assert.deepEqual(
    toasts.get().map(({ title, text }) => `${title} ${text ?? ''}`),
    ['2 put to done, 1 not: it will not. “stubborn”.'],
  )
  await undo()
  assert.deepEqual(told.slice(2), ['undo done a', 'undo done T'])
})
