import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCard } from '../contract.ts'
import { sampleCard } from '../core/sample-task.testkit.ts'
import { findTasks } from './find-tasks.ts'
import { tasks } from './task-store.ts'

const found = (query: string, most = 9, fits?: (task: TaskCard) => boolean) =>
  findTasks({ query, most, ...(fits === undefined ? {} : { fits }) }).map(({ id }) => id)

test('open tasks come before done ones, and of those the latest changed first', () => {
  tasks.replaceAll([
    sampleCard('old'),
    sampleCard('done', { status: 'done', updated_at: '2026-11-22T08:00:00.000Z' }),
    sampleCard('new', { updated_at: '2026-11-21T08:00:00.000Z' }),
  ])
  assert.deepEqual(found(''), ['new', 'old', 'done'])
  assert.deepEqual(found('', 1), ['new'])
  assert.deepEqual(
    found('', 9, ({ status }) => status === 'done'),
    ['done'],
  )
})

test('a task is found by title, id and project, and by nothing else', () => {
  tasks.replaceAll([sampleCard('t-1', { title: 'Fuel' }), sampleCard('t-2', { project: 'Rocket' }), sampleCard('t-3')])
  assert.deepEqual(found('fuel'), ['t-1'])
  assert.deepEqual(found('t-2'), ['t-2'])
  assert.deepEqual(found('rocket'), ['t-2'])
  assert.deepEqual(found('nothing of it'), [])
})
