import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionState } from '#rooms/sessions/contract.ts'
import type { TaskPriority, TaskStatus } from '#rooms/tasks/contract.ts'
import { comparePlaces, needPlaceOf, needsYou, placeOf, taskPlaceOf } from './order.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const card = (id: string, state: SessionState, minute: number) => ({ id, state, state_since: at(minute) })
type Card = ReturnType<typeof card>

const inOrder = (cards: readonly Card[]) =>
  cards
    .map(placeOf)
    .toSorted(comparePlaces)
    .map(({ id }) => id)

test('queued cards stand oldest first, active ones newest start first', () => {
  assert.deepEqual(inOrder([card('b', 'idle', 5), card('a', 'idle', 1), card('c', 'idle', 9)]), ['a', 'b', 'c'])
  assert.deepEqual(inOrder([card('b', 'running', 5), card('a', 'running', 1), card('c', 'running', 9)]), [
    'c',
    'b',
    'a',
  ])
})

test('in review the waiting stand first, longest on top, then the failed, then the completed, latest on top', () => {
  const cards = [
    card('done-early', 'completed', 1),
    card('failed', 'failed', 2),
    card('waits-short', 'awaiting_review', 30),
    card('done-late', 'completed', 40),
    card('waits-long', 'awaiting_review', 3),
  ]
  assert.deepEqual(inOrder(cards), ['waits-long', 'waits-short', 'failed', 'done-late', 'done-early'])
})

test('equal times keep one order by id', () => {
  assert.deepEqual(inOrder([card('b', 'running', 1), card('a', 'running', 1)]), ['a', 'b'])
})

test('who waits or failed needs a person, and the longest wait comes first whatever the state', () => {
  const states: SessionState[] = ['idle', 'running', 'awaiting_review', 'completed', 'failed']
  assert.deepEqual(states.filter(needsYou), ['awaiting_review', 'failed'])
  const cards = [card('b', 'awaiting_review', 8), card('a', 'failed', 3)]
  assert.deepEqual(
    cards
      .map(needPlaceOf)
      .toSorted(comparePlaces)
      .map(({ id }) => id),
    ['a', 'b'],
  )
})

test('tasks stand between sessions: what lives first, then by priority, then the oldest', () => {
  const task = (id: string, [status, priority, minute]: [TaskStatus, TaskPriority, number]) =>
    taskPlaceOf({ id, status, priority, created_at: at(minute), status_since: at(59) })
  const order = (...places: ReturnType<typeof placeOf>[]) => places.toSorted(comparePlaces).map(({ id }) => id)
  assert.deepEqual(
    order(
      task('backlog', ['backlog', 'P1', 0]),
      task('late', ['ready', 'P3', 9]),
      task('early', ['ready', 'P3', 1]),
      task('urgent', ['ready', 'P1', 30]),
      placeOf(card('idle', 'idle', 40)),
    ),
    ['idle', 'task:urgent', 'task:early', 'task:late', 'task:backlog'],
  )
  assert.deepEqual(
    order(
      placeOf(card('done', 'completed', 0)),
      task('review', ['review', 'P1', 0]),
      task('blocked', ['blocked', 'P4', 0]),
      placeOf(card('failed', 'failed', 0)),
      placeOf(card('waits', 'awaiting_review', 50)),
    ),
    ['waits', 'failed', 'task:blocked', 'task:review', 'done'],
  )
})
