import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ColumnId } from '#rooms/board/contract.ts'
import { taskStatuses, type TaskCard, type TaskPriority, type TaskStatus, type TaskType } from '../contract.ts'
import { sampleCard } from './sample-task.testkit.ts'
import {
  ancestorsOf,
  columnOf,
  factsOf,
  laneOf,
  placeInPlan,
  statusAskedBy,
  statusesOfColumn,
  textsOf,
  touchedBy,
} from './on-board.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`

test('each status stands in its column and is counted there, and done in none', () => {
  const rows: [TaskStatus, ColumnId | null][] = [
    ['backlog', 'queued'],
    ['ready', 'queued'],
    ['in_progress', 'active'],
    ['claimed', 'active'],
    ['review', 'review'],
    ['blocked', 'review'],
    ['done', null],
  ]
  assert.equal(rows.length, taskStatuses.length)
  for (const [status, column] of rows) {
    assert.equal(columnOf(status), column)
    if (column !== null) assert.ok(statusesOfColumn[column].includes(status))
  }
  assert.deepEqual(statusAskedBy, { queued: 'ready', active: 'in_progress', review: 'review' })
})

const blocker = { actor: 'user', by: null } as const
type Row = [TaskStatus, TaskPriority, number]
const facts = ([status, priority, minute]: Row, type: TaskType = 'task') =>
  factsOf({
    id: 'T',
    type,
    status,
    priority,
    created_at: at(minute),
    status_since: at(59),
    blocker,
  })

test('tasks stand by status, then by priority, then the oldest', () => {
  const rows: Row[] = [
    ['backlog', 'P1', 0],
    ['ready', 'P4', 0],
    ['ready', 'P3', 9],
    ['ready', 'P3', 1],
    ['ready', 'P1', 30],
  ]
  const sorted = rows
    .map((row) => ({ row: row.join(' '), order: facts(row).order }))
    .toSorted((a, b) => a.order.rank - b.order.rank || a.order.key - b.order.key)
    .map(({ row }) => row)
  assert.deepEqual(sorted, ['ready P1 30', 'ready P3 1', 'ready P3 9', 'ready P4 0', 'backlog P1 0'])
})

test('among sessions, a blocked task stands below the failed and one in review above the completed', () => {
  const [blocked, review] = [facts(['blocked', 'P4', 0]).order.rank, facts(['review', 'P1', 0]).order.rank]
  assert.ok(blocked > 1 && blocked < review && review < 4)
})

test('a task that somebody blocked here needs a person since then; one that came blocked does not, nor any other', () => {
  for (const status of taskStatuses) {
    const expected = status === 'blocked' ? Date.parse(at(59)) : null
    assert.equal(facts([status, 'P3', 0]).needsSinceMs, expected, status)
  }
  assert.equal(factsOf(sampleCard('T', { status: 'blocked', blocker: null })).needsSinceMs, null)
})

test('an epic heads its lane by priority and age, and is a card while it is blocked', () => {
  assert.equal(facts(['ready', 'P2', 4]).head, null)
  assert.equal(facts(['ready', 'P2', 4], 'story').head, null)
  const order = { rank: 1, key: Date.parse(at(4)) }
  assert.deepEqual(facts(['ready', 'P2', 4], 'epic').head, { lane: 'T', order, isCard: false })
  assert.equal(facts(['blocked', 'P2', 4], 'epic').head?.isCard, true)
})

type InTree = Pick<TaskCard, 'id' | 'type' | 'parent' | 'title' | 'project' | 'source_repo' | 'priority' | 'children'>
const node = (id: string, type: TaskType, fields: Partial<InTree> = {}): InTree => ({
  id,
  type,
  parent: null,
  children: [],
  title: `Title ${id}`,
  project: `project-${id}`,
  source_repo: `repo-${id}`,
  priority: 'P2',
  ...fields,
})
const tree = [
  node('E', 'epic', { children: ['S', 'D'] }),
  node('S', 'story', { parent: 'E', children: ['T'] }),
  node('T', 'task', { parent: 'S' }),
  node('D', 'task', { parent: 'E' }),
  node('free', 'task'),
  node('lost', 'task', { parent: 'unknown' }),
  node('ring-a', 'story', { parent: 'ring-b' }),
  node('ring-b', 'story', { parent: 'ring-a' }),
]
const find = (id: string) => tree.find((each) => each.id === id) ?? null

test('a card stands in the lane of the epic above it, however far; without one, or in a ring, in none', () => {
  const rows: [string, string][] = [
    ['E', 'E'],
    ['S', 'E'],
    ['T', 'E'],
    ['D', 'E'],
    ['free', ''],
    ['lost', ''],
    ['ring-a', ''],
  ]
  for (const [id, lane] of rows) {
    const card = find(id)
    assert.ok(card !== null)
    assert.equal(laneOf(card, ancestorsOf(card, find)), lane, id)
    assert.equal(placeInPlan(card, find).lane, lane)
  }
})

test('a task is found by its own texts and by those above it', () => {
  const task = find('T')
  assert.ok(task !== null)
  const place = placeInPlan(task, find)
  assert.deepEqual([place.type, place.priority], ['task', 'P2'])
  for (const id of ['T', 'S', 'E']) {
    for (const text of [`Title ${id}`, id, `project-${id}`, `repo-${id}`]) assert.ok(place.texts().includes(text), text)
  }
  assert.deepEqual(textsOf({ status: 'in_progress', priority: 'P2' }), ['in_progress in progress', 'P2'])
})

test('what hangs below a task follows it to another lane or name, and not when anything else changes', () => {
  const epic = node('E', 'epic', { children: ['S', 'D'] })
  const touched = (after: InTree | null, before: InTree | null = epic) =>
    touchedBy({ id: 'E', before, after }, find).toSorted()
  assert.deepEqual(touched({ ...epic, priority: 'P1', children: ['S'] }), ['E'])
  for (const after of [
    { ...epic, title: 'Other' },
    { ...epic, parent: 'free' },
    { ...epic, type: 'story' as const },
    null,
  ]) {
    assert.deepEqual(touched(after), ['D', 'E', 'S', 'T'])
  }
  assert.deepEqual(touched({ ...epic, title: 'Other', children: ['free'] }), ['D', 'E', 'S', 'T', 'free'])
  assert.deepEqual(touched(epic, null), ['D', 'E', 'S', 'T'])
})

test('a parent that leads back to itself ends the way up after four levels', () => {
  const ring = { id: 'T', type: 'task', parent: 'T' } as const
  assert.equal(ancestorsOf(ring, () => ring).length, 4)
})
