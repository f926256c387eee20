import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { card } from './arbitrary.testkit.ts'
import { laneMembers } from './lane-members.ts'
import { laneOf, lockOf, sortTasks } from './open-tasks.ts'

const locked = { score_locked: 1, locked_lane: 'next' } as const
const placed = { current_lane: 'now', current_rank: 1 } as const
const nowhere = null

const rows: readonly (readonly [string, Partial<TaskCard>, 'unlocked' | 'locked' | 'left' | null])[] = [
  ['an open task', {}, 'unlocked'],
  ['an open task in a lane', placed, 'unlocked'],
  ['a locked task', locked, 'locked'],
  ['a locked epic with stories', { ...locked, children: ['S'] }, 'locked'],
  ['a locked task that is done', { ...locked, status: 'done' }, nowhere],
  ['an epic with stories', { children: ['S'] }, nowhere],
  ['an epic with stories that stands in a lane', { children: ['S'], ...placed }, 'left'],
  ['a done task', { status: 'done' }, nowhere],
  ['a done task in a lane', { status: 'done', current_lane: 'now' }, 'left'],
  ['a done task with a rank alone', { status: 'done', current_rank: 3 }, 'left'],
  ['a lock without a lane', { score_locked: 1 }, 'unlocked'],
  ['a lane without a lock', { locked_lane: 'now' }, 'unlocked'],
]

for (const [name, more, place] of rows) {
  test(`${name} is ${place === null ? 'passed over' : `sorted as ${place}`}`, () => {
    const task = card('T', more)
    const sorted = sortTasks([task])
    assert.deepEqual(sorted, {
      unlocked: [],
      locked: [],
      left: [],
      ...(place === null ? {} : { [place]: [place === 'locked' ? { card: task, lane: 'next' } : task] }),
    })
  })
}

test('a task stands in the lane of its lock, else in that of the last run; other words are no lanes', () => {
  assert.equal(laneOf(card('T', { ...locked, ...placed })), 'next')
  assert.equal(laneOf(card('T', placed)), 'now')
  assert.equal(laneOf(card('T', { current_lane: 'soon' })), null)
  assert.equal(lockOf(card('T', { score_locked: 1, locked_lane: 'soon' })), null)
})

test('ranks count through the lanes, in each the better rank first and locked ones at the end', () => {
  const cards = [
    card('later', { current_lane: 'later', current_rank: 9 }),
    card('locked', { score_locked: 1, locked_lane: 'now', current_lane: 'now', current_rank: 1 }),
    card('second', { current_lane: 'now', current_rank: 5 }),
    card('done', { ...placed, status: 'done' }),
    card('first', { current_lane: 'now', current_rank: 2 }),
    card('nowhere'),
  ]
  assert.deepEqual(
    laneMembers(cards).map(({ card: { id }, lane, rank }) => [id, lane, rank]),
    [
      ['first', 'now', 1],
      ['second', 'now', 2],
      ['locked', 'now', 3],
      ['later', 'later', 4],
    ],
  )
})
