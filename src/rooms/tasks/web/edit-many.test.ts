import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '#platform/web/api/problem.ts'
import { refusedHere } from '#platform/web/ui/sending.ts'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import type { BulkRequest } from '../contract.ts'
import { editWhatGoes, oldValuesOf } from './edit-many.ts'

const silent: Problem = { ...refusedHere('No answer.'), status: 0 }

/** A service that refuses a request while it names one of these, as ours does. */
function serviceWithout(gone: readonly string[]) {
  const asked: string[][] = []
  const send = ({ ids }: BulkRequest) => {
    asked.push(ids)
    const details = ids.flatMap((id, at) => (gone.includes(id) ? [{ field: `ids.${at}`, reason: 'is no task' }] : []))
    return Promise.resolve(details.length === 0 ? null : refusedHere('Not there.', details))
  }
  return { asked, send }
}

test('what is refused by name is left out, and the others are changed', async () => {
  const { asked, send } = serviceWithout(['b', 'd'])
  const { done, refused } = await editWhatGoes({ ids: ['a', 'b', 'c', 'd', 'a'], set: { status: 'done' } }, send)
  assert.deepEqual(done, ['a', 'c'])
  assert.deepEqual(
    [...refused].map(([id, { reason }]) => `${id}: ${reason}`),
    ['b: It is no task.', 'd: It is no task.'],
  )
  assert.deepEqual(asked, [
    ['a', 'b', 'c', 'd'],
    ['a', 'c'],
  ])
})

test('where all are refused nothing is asked twice', async () => {
  const { asked, send } = serviceWithout(['a', 'b'])
  const { done, refused } = await editWhatGoes({ ids: ['a', 'b'], delete: true }, send)
  assert.deepEqual([done, refused.size, asked.length], [[], 2, 1])
})

test('a refusal that names none is one of all', async () => {
  const { done, refused } = await editWhatGoes({ ids: ['a', 'b'], delete: true }, () => Promise.resolve(silent))
  assert.deepEqual([done, [...refused.values()]], [[], [silent, silent]])
})

test('what is put back is what was set, as it was', () => {
  const task = sampleTask({ status: 'ready', parent: 'E', priority: 'P2' })
  assert.deepEqual(oldValuesOf(task, { status: 'done', parent: null }), { status: 'ready', parent: 'E' })
  assert.deepEqual(oldValuesOf(task, {}), {})
})
