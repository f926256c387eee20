// What another service did to tasks, as memory and viewers have it after a look at the tables.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newTaskRecord, type NewTask, type TaskRecord } from '../../core/record.ts'
import { unmarked, type TriageMark } from '../../core/triage-mark.ts'
import { createOtherTasks } from './follow-others.ts'
import { createPending } from './pending.ts'
import type { LoadedTask } from './store.ts'
import { createTaskIndex } from './task-index.ts'

const made = (given: NewTask): TaskRecord => newTaskRecord({ version: 1, ...given }, '2026-11-20T12:00:00.000Z')

const epic = made({ seq: 1, id: 'epic', title: 'Epic', type: 'epic' })
const other = made({ seq: 2, id: 'other', title: 'Other', type: 'epic' })
const below = made({ seq: 3, id: 'below', title: 'Below', parent: 'epic' })
const known = [epic, other, below]

function open() {
  const index = createTaskIndex()
  const rows = new Map<string, LoadedTask>()
  for (const record of known) index.put(record)
  const write = (record: TaskRecord, mark: TriageMark = unmarked) => void rows.set(record.id, { record, mark })
  for (const record of known) write(record)
  const told: string[] = []
  const settled: string[] = []
  const pending = createPending()
  /** Runs while the rows are on their way. */
  let meanwhile: (() => void) | null = null
  const tasks = createOtherTasks({
    index,
    pending,
    commits: { write: async () => {} },
    store: {
      turn: { *hold() {}, *leave() {} },
      ids: async () => [...rows.keys()],
      async read(ids) {
        const found = ids.flatMap((id) => rows.get(id) ?? [])
        meanwhile?.()
        meanwhile = null
        return found
      },
    },
    publish: (changes) => void told.push(...changes.map(({ op, id }) => `${op} ${id}`)),
    onTaskSettled: (id) => void settled.push(id),
  })
  return { index, rows, write, told, settled, pending, tasks, during: (act: () => void) => void (meanwhile = act) }
}

type Case = {
  readonly name: string
  readonly rows: readonly TaskRecord[]
  readonly gone?: string
  readonly told: readonly string[]
  readonly settled?: readonly string[]
}

const cases: readonly Case[] = [
  { name: 'nothing', rows: [below], told: [] },
  { name: 'a title', rows: [{ ...below, title: 'New', version: 2 }], told: ['upsert below'] },
  {
    name: 'a task that is done',
    rows: [{ ...below, status: 'done', version: 2 }],
    told: ['upsert below', 'upsert epic'],
    settled: ['below'],
  },
  {
    name: 'a move from one epic to the other',
    rows: [{ ...below, parent: 'other', version: 2 }],
    told: ['upsert below', 'upsert other', 'upsert epic'],
  },
  {
    name: 'a new task, told before the one above it',
    rows: [
      made({ seq: 5, id: 'child', title: 'Child', parent: 'story' }),
      made({ seq: 4, id: 'story', title: 'Story', type: 'story', parent: 'epic' }),
    ],
    told: ['upsert child', 'upsert story', 'upsert epic'],
  },
  {
    name: 'a deleted epic',
    rows: [{ ...epic, deleted_at: '2026-11-20T13:00:00.000Z', version: 2 }],
    told: ['remove epic', 'upsert below'],
  },
  { name: 'one that is gone for good', rows: [], gone: 'below', told: ['remove below', 'upsert epic'] },
]

for (const { name, rows, gone, told, settled = [] } of cases) {
  test(`${name} is in memory, and all viewers of what it shows are told`, async () => {
    const place = open()
    for (const row of rows) place.write(row)
    if (gone !== undefined) place.rows.delete(gone)
    await place.tasks.catchUp(gone === undefined ? rows.map(({ id }) => id) : [gone])
    for (const row of rows) assert.deepEqual(place.index.get(row.id), row)
    if (gone !== undefined) assert.equal(place.index.get(gone), null)
    assert.deepEqual(place.told, told)
    assert.deepEqual(place.settled, settled)
  })
}

test('what triage says of a task comes along', async () => {
  const place = open()
  place.write(below, { score: 2, lane: 'now', rank: 1, lockedLane: 'now' })
  await place.tasks.catchUp(['below'])
  assert.equal(place.index.card('below').current_lane, 'now')
  assert.deepEqual(place.told, ['upsert below'])
})

test('a change of our own is committed or taken back before a row counts', async () => {
  const place = open()
  const release = place.pending.hold(['below'])
  place.index.put({ ...below, title: 'Ours', version: 2 })
  place.write({ ...below, title: 'Theirs', version: 2 })
  const caughtUp = place.tasks.catchUp(['below'])
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(place.index.get('below')?.title, 'Ours')
  place.index.put(below)
  release()
  await caughtUp
  assert.equal(place.index.get('below')?.title, 'Theirs')
})

test('a row that was read before a change of our own is read again', async () => {
  const place = open()
  const ours = { ...below, title: 'Ours', version: 2 }
  place.during(() => {
    place.index.put(ours)
    place.write(ours)
  })
  await place.tasks.catchUp(['below'])
  assert.equal(place.index.get('below')?.title, 'Ours')
})

test('tasks of others stand in the order of their numbers', async () => {
  const place = open()
  place.index.put(made({ seq: 9, id: 'last', title: 'Last' }))
  place.write(made({ seq: 4, id: 'between', title: 'Between' }))
  await place.tasks.catchUp(['between'])
  assert.deepEqual(
    place.index.all().map(({ id }) => id),
    ['epic', 'other', 'below', 'between', 'last'],
  )
})

test('one that another service made of a source is found by it, also when ours of the same is taken back after it came', async () => {
  const place = open()
  const source = { source: 'markdown', source_id: 'list/item 0' }
  const ours = made({ seq: 4, id: 'ours', title: 'Item', ...source })
  place.index.put(ours)
  place.write(made({ seq: 4, id: 'theirs', title: 'Item', ...source }))
  await place.tasks.catchUp(['theirs'])
  place.index.drop('ours')
  assert.equal(place.index.bySource('markdown', 'list/item 0')?.id, 'theirs')
})
