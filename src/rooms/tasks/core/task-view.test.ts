import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTaskRecord, type TaskRecord } from './record.ts'
import { toCard, toTask, type Around } from './task-view.ts'
import { unmarked } from './triage-mark.ts'

const at = '2026-11-20T08:00:00.000Z'
const around: Around = { parent: null, children: [], progress: { done: 0, total: 0 }, mark: unmarked }
const record = (more: Partial<TaskRecord> = {}) => newTaskRecord({ seq: 1, id: 'T', title: 'Fuel', ...more }, at)

test('a new task has the lowest status, the middle priority, and is done since when it was made done', () => {
  const { status, priority, type, done_at: doneAt, status_since: since } = record()
  assert.deepEqual([status, priority, type, doneAt, since], ['backlog', 'P3', 'task', null, at])
  assert.equal(record({ status: 'done' }).done_at, at)
  assert.equal(record({ status: 'review' }).done_at, null)
})

test('a card tells where triage put it, and whether a person pinned it there', () => {
  const mark = { score: 12, lane: 'next', rank: 4, lockedLane: 'now' }
  const card = toCard(record(), { ...around, mark })
  assert.deepEqual(
    [card.current_score, card.current_lane, card.current_rank, card.score_locked, card.locked_lane],
    [12, 'next', 4, 1, 'now'],
  )
  assert.equal(toCard(record(), around).score_locked, 0)
})

test('a card tells who blocked it, by name where one is known', () => {
  const blocked = record({ status: 'blocked', blocker: 'agent', blocker_name: 'agent-1' })
  assert.deepEqual(toCard(blocked, around).blocker, { actor: 'agent', by: 'agent-1' })
  assert.deepEqual(toCard({ ...blocked, blocker_name: null }, around).blocker, { actor: 'agent', by: null })
  assert.equal(toCard(record(), around).blocker, null)
})

test('a parent that was deleted is none, and a task is its card with the description', () => {
  const card = toCard(record({ parent: 'gone' }), { ...around, children: ['a'], progress: { done: 1, total: 2 } })
  assert.deepEqual([card.parent, card.children, card.progress], [null, ['a'], { done: 1, total: 2 }])
  assert.deepEqual(toTask(card, 'text'), { ...card, description: 'text' })
})
