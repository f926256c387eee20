import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import type { TaskCard, TaskStatus, TaskType } from '#rooms/tasks/contract.ts'
import { createGrouping } from '#platform/web/store/grouping.ts'
import { noFilter, parseWords } from '../../core/filter.ts'
import { createBoardIndex, type Move } from './board-index.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`

function card(id: string, state: SessionState, given: Partial<SessionCard> = {}): SessionCard {
  const fields = { id, state, label: id, prompt: '', tmux_session: `agent-${id}`, agent_type: 'shell', blocked_by: [] }
  const empty = { task_id: null, last_message: null, working_dir: null, state_since: at(0) }
  // The index reads these fields alone.
  return { ...fields, ...empty, ...given } as unknown as SessionCard
}

function task(id: string, type: TaskType, given: Partial<TaskCard> = {}): TaskCard {
  const fields = { id, type, parent: null, title: id, project: null, source_repo: null, priority: 'P3' as const }
  const times = {
    created_at: at(0),
    updated_at: at(0),
    status_since: at(0),
    status: 'ready' as TaskStatus,
    children: [],
  }
  return { ...fields, ...times, ...given } as unknown as TaskCard
}

function boardWith(...cards: SessionCard[]) {
  const sessions = createEntityStore<SessionCard>()
  const tasks = createEntityStore<TaskCard>()
  sessions.replaceAll(cards)
  const links = createGrouping(sessions, (each) => each.task_id)
  const index = createBoardIndex({ sessions, tasks, links })
  const put = (...changed: SessionCard[]) => sessions.apply(changed.map((value) => ({ id: value.id, value })))
  const shown = () => [index.columns.queued.get(), index.columns.active.get(), index.columns.review.get()]
  const plan = (...changed: TaskCard[]) => tasks.apply(changed.map((value) => ({ id: value.id, value })))
  const lanes = () => index.lanes.get().map(({ id, queued, active, review }) => [id, queued, active, review])
  return { sessions, tasks, index, put, plan, shown, lanes }
}

test('a session that changes its state moves to its column, and the move is told before', () => {
  const { index, put, shown } = boardWith(card('a', 'running'), card('b', 'running', { state_since: at(5) }))
  const heard: [readonly Move[], readonly string[]][] = []
  index.onMoves((moves) => heard.push([moves, index.columns.review.get()]))
  put(card('a', 'awaiting_review', { state_since: at(9) }))
  assert.deepEqual(shown(), [[], ['b'], ['a']])
  assert.deepEqual(heard, [[[{ id: 'a', from: 'active', to: 'review' }], []]])
})

test('activity alone neither moves a card nor publishes a column', () => {
  const { index, put } = boardWith(card('a', 'running'), card('b', 'running', { state_since: at(5) }))
  let published = 0
  index.columns.active.subscribe(() => (published += 1))
  put(card('a', 'running', { last_activity: at(30), last_message: 'Bash npm test' }))
  assert.equal(published, 0)
  assert.deepEqual(index.columns.active.get(), ['b', 'a'])
})

test('tallies count states, needs lists who waits for a person, and removal empties both', () => {
  const { sessions, index } = boardWith(
    card('waits', 'awaiting_review', { state_since: at(8) }),
    card('failed', 'failed', { state_since: at(2) }),
    card('done', 'completed'),
  )
  assert.deepEqual(index.tallies.review.get(), { awaiting_review: 1, failed: 1, completed: 1 })
  assert.deepEqual(index.needs.get(), ['failed', 'waits'])
  sessions.apply([{ id: 'failed', value: null }])
  assert.deepEqual(index.needs.get(), ['waits'])
  assert.equal(index.size.get(), 2)
})

test('a filter narrows the columns, never who needs a person, and follows a card that comes to match', () => {
  const { index, put, shown } = boardWith(card('pay', 'running'), card('ledger', 'failed'))
  index.setFilter({ ...noFilter, words: parseWords('pay') })
  assert.deepEqual(shown(), [[], ['pay'], []])
  assert.deepEqual(index.needs.get(), ['ledger'])
  put(card('ledger', 'failed', { last_message: 'payment refused' }))
  assert.deepEqual(shown(), [[], ['pay'], ['ledger']])
  index.setFilter(noFilter)
  assert.equal(index.size.get(), 2)
})

test('idle sessions that wait for others are listed apart', () => {
  const { index, put } = boardWith(card('a', 'idle', { blocked_by: ['T-1'] }), card('b', 'idle'))
  assert.deepEqual(index.waiting.get(), ['a'])
  put(card('a', 'idle'))
  assert.deepEqual(index.waiting.get(), [])
  assert.deepEqual(index.columns.queued.get(), ['a', 'b'])
})

test('without an epic there are no lanes; with one, cards stand in its lane and the rest at the bottom', () => {
  const { put, plan, lanes, shown } = boardWith(card('s', 'running', { task_id: 'T' }), card('free', 'idle'))
  plan(task('T', 'task'))
  assert.deepEqual(lanes(), [])
  assert.deepEqual(shown(), [['free', 'task:T'], ['s'], []])
  plan(task('E', 'epic', { children: ['T'] }), task('T', 'task', { parent: 'E' }))
  assert.deepEqual(lanes(), [
    ['E', ['task:T'], ['s'], []],
    ['', ['free'], [], []],
  ])
  put(card('s', 'completed', { task_id: 'T' }))
  assert.deepEqual(lanes()[0], ['E', ['task:T'], [], ['s']])
})

test('a story that moves to another epic takes its tasks and their sessions along', () => {
  const { plan, lanes } = boardWith(card('s', 'running', { task_id: 'T' }))
  plan(task('A', 'epic'), task('B', 'epic', { created_at: at(1) }))
  plan(task('S', 'story', { parent: 'A', children: ['T'] }), task('T', 'task', { parent: 'S' }))
  assert.deepEqual(lanes()[0], ['A', ['task:S', 'task:T'], ['s'], []])
  plan(task('S', 'story', { parent: 'B', children: ['T'] }))
  assert.deepEqual(lanes(), [
    ['A', [], [], []],
    ['B', ['task:S', 'task:T'], ['s'], []],
  ])
})

test('lanes stand by priority; one that nothing changed in keeps its identity; a done epic without cards goes', () => {
  const { index, plan, lanes } = boardWith()
  plan(task('A', 'epic'), task('B', 'epic', { priority: 'P1' }), task('T', 'task', { parent: 'A' }))
  assert.deepEqual(
    lanes().map(([id]) => id),
    ['B', 'A'],
  )
  const before = index.lanes.get()[0]
  plan(task('T', 'task', { parent: 'A', status: 'in_progress' }))
  assert.equal(index.lanes.get()[0], before)
  plan(task('B', 'epic', { priority: 'P1', status: 'done' }))
  assert.deepEqual(lanes(), [['A', [], ['task:T'], []]])
})

test('a blocked task is counted until a session on it calls, and a batch is published once', () => {
  const { index, put, plan } = boardWith(card('s', 'running', { task_id: 'T' }))
  plan(task('T', 'task', { status: 'blocked' }))
  assert.deepEqual(index.needs.get(), ['task:T'])
  let published = 0
  index.needs.subscribe(() => (published += 1))
  index.batch(() => {
    put(card('s', 'failed', { task_id: 'T' }))
    plan(task('T', 'task', { status: 'blocked', updated_at: at(3) }))
  })
  assert.deepEqual(index.needs.get(), ['s'])
  assert.equal(published, 1)
})

test('a blocked task keeps its place among those in need while the rest of it changes', () => {
  const { index, plan } = boardWith(card('s', 'failed', { state_since: at(5) }))
  plan(task('T', 'task', { status: 'blocked', status_since: at(1) }))
  plan(task('T', 'task', { status: 'blocked', status_since: at(1), title: 'Other', updated_at: at(30) }))
  assert.deepEqual(index.needs.get(), ['task:T', 's'])
  plan(task('T', 'task', { status: 'blocked', status_since: at(31), updated_at: at(31) }))
  assert.deepEqual(index.needs.get(), ['s', 'task:T'])
})

test('many changes at once end where the same changes one by one end', () => {
  const tasks = Array.from({ length: 200 }, (_, n) =>
    task(`T${n}`, 'task', {
      parent: n % 3 === 0 ? 'E' : null,
      status: n % 2 === 0 ? 'review' : 'ready',
      created_at: at(n % 60),
    }),
  )
  const children = tasks.filter(({ parent }) => parent === 'E').map(({ id }) => id)
  const epic = task('E', 'epic', { children })
  const atOnce = boardWith()
  atOnce.plan(epic, ...tasks)
  const oneByOne = boardWith()
  for (const each of [...tasks, epic]) oneByOne.plan(each)
  assert.deepEqual(oneByOne.lanes(), atOnce.lanes())
  assert.deepEqual(oneByOne.shown(), atOnce.shown())
})
