import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DropPlace } from '#rooms/board/web/contract.ts'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import type { TaskCard } from '../../contract.ts'
import { dropOfTask } from './task-drop.ts'

function card(id: string, fields: Partial<TaskCard>): TaskCard {
  return sampleTask({ id, title: `Title ${id}`, status: 'backlog', ...fields })
}

const tasks = [card('E', { type: 'epic' }), card('F', { type: 'epic' }), card('T', { parent: 'E' })]
const find = (id: string) => tasks.find((each) => each.id === id) ?? null

function dropped(task: string, place: Omit<DropPlace, 'columnTitle'>) {
  const changes: unknown[] = []
  const card = find(task)
  assert.ok(card !== null)
  const drop = dropOfTask(card, { columnTitle: '', ...place }, { find, change: (_, change) => changes.push(change) })
  drop.run?.()
  return [drop.kind, drop.text, changes[0] ?? null]
}

test('another column is another status; within its column a task keeps the one it has', () => {
  assert.deepEqual(dropped('T', { column: 'active' }), [
    'move',
    'Drop to move: backlog → in progress',
    { status: 'in_progress' },
  ])
  assert.deepEqual(dropped('T', { column: 'queued' }), ['stay', 'It stays here', null])
  assert.deepEqual(dropped('T', { column: 'queued', lane: 'E' }), ['stay', 'It stays here', null])
})

test('another lane is another epic, or none; both at once are one change', () => {
  assert.deepEqual(dropped('T', { column: 'queued', lane: 'F' }), [
    'move',
    'Drop to put it under “Title F” (z undoes it)',
    { parent: 'F' },
  ])
  assert.deepEqual(dropped('T', { column: 'review', lane: '' }), [
    'move',
    'Drop to take it out of its parent, backlog → review (z undoes it)',
    { status: 'review', parent: null },
  ])
})

test('an epic goes to no lane but its own', () => {
  assert.deepEqual(dropped('E', { column: 'queued', lane: 'F' }), ['stay', 'It stays here', null])
})
