import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import type { TaskCard } from '../contract.ts'
import { createDoneTasks } from './done-tasks.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')

function world() {
  const store = createEntityStore<TaskCard>()
  const done = createDoneTasks(store, () => now)
  const put = (id: string, at: string | null) =>
    store.apply([{ id, value: sampleTask({ id, status: at === null ? 'ready' : 'done', done_at: at }) }])
  return { store, done, put }
}

test('what was done within a week stands there, the newest first', () => {
  const { done, put } = world()
  put('monday', '2026-11-16T12:00:00.000Z')
  put('today', '2026-11-22T11:00:00.000Z')
  put('long ago', '2026-11-15T11:59:59.000Z')
  put('open', null)
  assert.deepEqual(done.get(), ['today', 'monday'])
})

test('what is opened again or deleted leaves; another change of a done task moves nothing', () => {
  const { store, done, put } = world()
  put('a', '2026-11-20T12:00:00.000Z')
  put('b', '2026-11-21T12:00:00.000Z')
  const before = done.get()
  store.apply([
    { id: 'a', value: sampleTask({ id: 'a', title: 'Other', status: 'done', done_at: '2026-11-20T12:00:00.000Z' }) },
  ])
  assert.equal(done.get(), before)
  put('b', null)
  assert.deepEqual(done.get(), ['a'])
  store.apply([{ id: 'a', value: null }])
  assert.deepEqual(done.get(), [])
})
