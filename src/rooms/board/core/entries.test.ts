import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import type { TaskCard, TaskStatus, TaskType } from '#rooms/tasks/contract.ts'
import { entryOfSession, entryOfTask, type ListName } from './entries.ts'
import { noFilter, type BoardFilter } from './filter.ts'
import { ancestorsOf, laneOf } from './lanes.ts'

const at = '2026-11-20T10:00:00.000Z'

function task(id: string, type: TaskType, given: Partial<TaskCard> = {}): TaskCard {
  const fields = {
    id,
    type,
    parent: null,
    title: id,
    project: null,
    source_repo: null,
    priority: 'P3',
    status: 'ready',
  }
  // The entries read these fields alone.
  return { ...fields, created_at: at, updated_at: at, status_since: at, children: [], ...given } as unknown as TaskCard
}

function session(id: string, state: SessionState, taskId: string | null): SessionCard {
  const fields = { id, state, label: id, prompt: '', tmux_session: id, agent_type: 'shell', blocked_by: [] }
  return {
    ...fields,
    task_id: taskId,
    last_message: null,
    working_dir: null,
    state_since: at,
  } as unknown as SessionCard
}

const tree = [
  task('E', 'epic'),
  task('S', 'story', { parent: 'E' }),
  task('T', 'task', { parent: 'S' }),
  task('D', 'task', { parent: 'E' }),
  task('free', 'task'),
  task('lost', 'task', { parent: 'unknown' }),
  task('ring-a', 'story', { parent: 'ring-b' }),
  task('ring-b', 'story', { parent: 'ring-a' }),
]
const find = (id: string) => tree.find((each) => each.id === id) ?? null
const world = (sessions: readonly SessionCard[] = []) => ({
  task: find,
  sessionsOf: (id: string) => sessions.filter((each) => each.task_id === id),
})

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
  }
})

const lists = (entry: ReadonlyMap<ListName, unknown>) => [...entry.keys()].toSorted()

test('a session stands in the lane of its task, or with the ungrouped', () => {
  const rows: [string | null, SessionState, string[]][] = [
    ['T', 'running', ['E/active', 'active', 'running']],
    ['free', 'running', ['/active', 'active', 'running']],
    ['unknown', 'idle', ['/queued', 'queued']],
    [null, 'failed', ['/review', 'needs', 'review']],
  ]
  for (const [id, state, expected] of rows) {
    assert.deepEqual(lists(entryOfSession(session('s', state, id), world(), noFilter)), expected)
  }
})

test('an epic is the head of its lane, done tasks leave the columns, a blocked task calls for a person', () => {
  const rows: [TaskCard, string[]][] = [
    [task('E', 'epic'), ['epics']],
    [task('x', 'task', { parent: 'S' }), ['E/queued', 'queued']],
    [task('x', 'task', { parent: 'S', status: 'done' }), []],
    [task('x', 'task', { status: 'blocked' }), ['/review', 'needs', 'review']],
    [task('E', 'epic', { status: 'blocked' }), ['E/review', 'epics', 'needs', 'review']],
  ]
  for (const [card, expected] of rows) assert.deepEqual(lists(entryOfTask(card, world(), noFilter)), expected)
})

test('a blocked task does not call while a session on it does', () => {
  const card = task('x', 'task', { status: 'blocked' })
  const rows: [SessionState, boolean][] = [
    ['failed', false],
    ['awaiting_review', false],
    ['running', true],
    ['idle', true],
  ]
  for (const [state, calls] of rows) {
    const entry = entryOfTask(card, world([session('s', state, 'x')]), noFilter)
    assert.equal(entry.has('needs'), calls, state)
  }
})

test('filters hide cards from columns and lanes, never from who needs a person', () => {
  const rows: [Partial<BoardFilter>, TaskStatus, string[]][] = [
    [{ type: 'story' }, 'blocked', ['needs']],
    [{ type: 'task' }, 'blocked', ['E/review', 'needs', 'review']],
    [{ priority: 'P1' }, 'ready', []],
    [{ needsOnly: true }, 'ready', []],
    [{ needsOnly: true }, 'blocked', ['E/review', 'needs', 'review']],
    [{ words: ['nothing'] }, 'blocked', ['needs']],
  ]
  for (const [filter, status, expected] of rows) {
    const entry = entryOfTask(task('x', 'task', { parent: 'S', status }), world(), { ...noFilter, ...filter })
    assert.deepEqual(lists(entry), expected, JSON.stringify(filter))
  }
  const epics = entryOfTask(task('E', 'epic'), world(), { ...noFilter, type: 'epic' })
  assert.deepEqual(lists(epics), ['E/queued', 'epics', 'queued'])
})
