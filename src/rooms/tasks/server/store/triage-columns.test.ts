// Lanes, ranks, scores and locks on tasks: kept beside the record, so that edits and runs never undo each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBoth } from '#platform/server/db/both.testkit.ts'
import type { Script } from '#platform/server/db/script.ts'
import { newTaskRecord } from '../../core/record.ts'
import { changeTask, createTask, deleteTask, readTask, restoreTask } from '../change/commands.ts'
import { createTaskStore } from './store.ts'
import { createTaskIndex } from './task-index.ts'
import { nothingPending } from './pending.ts'
import { createTriageColumns } from './triage-columns.ts'
import { openRoom, person, type Room } from '../room.testkit.ts'

async function withRoom(act: (room: Room) => Promise<void>): Promise<void> {
  const room = await openRoom()
  try {
    await createTask(room.context, { id: 'T-1', title: 'one', description: 'a long story' }, person)
    await act(room)
  } finally {
    await room.close()
  }
}

async function place(room: Room, ids: readonly string[]): Promise<void> {
  const places = ids.map((id, index) => ({ id, score: 50, lane: 'now', rank: index + 1 }))
  await room.database.commits.writeInSlices({ script: () => room.context.triage.place(places) })
  await room.context.triage.placed(places)
}

// oxlint-disable-next-line require-yield
function* failing(): Script {
  throw new Error('disk full')
}

function marksOf(room: Room, id: string) {
  const card = room.context.triage.card(id)
  return card === null ? null : [card.score_locked, card.locked_lane, card.current_lane, card.current_rank]
}

test('a lock is on the card at once, at the viewers after its commit, and in the table for the next start', () =>
  withRoom(async (room) => {
    const before = room.published.length
    const write = room.context.triage.lock('T-1', 'now')
    assert.deepEqual(marksOf(room, 'T-1'), [1, 'now', null, null])
    assert.equal(room.published.length, before)
    await room.database.commits.write(write)
    assert.deepEqual(Object(room.published.at(-1)?.value).locked_lane, 'now')
    await room.crash()
    const again = await openRoom({ home: room.home })
    assert.deepEqual(marksOf(again, 'T-1'), [1, 'now', null, null])
    await again.crash()
  }))

test('a lock whose commit fails was never there', () =>
  withRoom(async (room) => {
    const write = room.context.triage.lock('T-1', 'next')
    await assert.rejects(room.database.commits.write({ ...write, script: failing }))
    assert.deepEqual(marksOf(room, 'T-1'), [0, null, null, null])
  }))

test('an edit that comes while a run writes keeps the place that the run gives', () =>
  withRoom(async (room) => {
    await createTask(room.context, { id: 'T-2', title: 'two' }, person)
    const written = place(room, ['T-1', 'T-2'])
    await changeTask(room.context, 'T-1', { request: { title: 'renamed' }, who: person })
    await written
    await deleteTask(room.context, 'T-2', person)
    assert.equal(marksOf(room, 'T-2'), null)
    await restoreTask(room.context, 'T-2', person)
    assert.deepEqual(marksOf(room, 'T-2'), [0, null, 'now', 2])
    await room.crash()
    const again = await openRoom({ home: room.home })
    assert.deepEqual(marksOf(again, 'T-1'), [0, null, 'now', 1])
    const task = await readTask(again.context, 'T-1')
    assert.equal(task.ok && task.value.title, 'renamed')
    await again.crash()
  }))

onBoth('locks and places stand in the table, and descriptions are read from it, however many', async (_, database) => {
  const index = createTaskIndex()
  const store = createTaskStore(database)
  const records = Array.from({ length: 600 }, (__, place) =>
    newTaskRecord({ seq: place + 1, id: `N-${place}`, title: 'x' }, '2026-11-20T12:00:00.000Z'),
  )
  for (const record of records) index.put(record)
  const tasks = records.map((record) => ({ record, isNew: true, description: `é🚀${record.id}`, history: null }))
  await database.commits.write({
    *script() {
      yield* store.save(tasks, { counts: [], leaning: { records: [], below: new Map() } })
    },
  })
  const columns = createTriageColumns({ index, read: database.read, pending: nothingPending, publish: () => {} })
  await database.commits.write(columns.lock('N-0', 'now'))
  await database.commits.write(columns.lock('N-1', 'now'))
  await database.commits.write(columns.lock('N-1', null))
  const places = records.map(({ id }, rank) => ({ id, score: rank / 4, lane: rank < 9 ? 'now' : null, rank }))
  await database.commits.writeInSlices({
    script: () => columns.place([...places, { id: 'unknown', score: 1, lane: 'now', rank: 1 }]),
  })
  const marks = new Map((await store.load()).map(({ record, mark }) => [record.id, mark]))
  assert.deepEqual(marks.get('N-0'), { score: 0, lane: 'now', rank: 0, lockedLane: 'now' })
  assert.deepEqual(marks.get('N-1'), { score: 0.25, lane: 'now', rank: 1, lockedLane: null })
  assert.deepEqual(marks.get('N-599'), { score: 149.75, lane: null, rank: 599, lockedLane: null })
  const found = await columns.descriptions([...index.all().map(({ id }) => id), 'unknown'], 4)
  assert.deepEqual([found.size, found.get('N-0'), found.get('N-599')], [600, 'é🚀N-', 'é🚀N-'])
  assert.equal((await columns.descriptions([], 4)).size, 0)
})

test('descriptions come cut, for the tasks that have one', () =>
  withRoom(async (room) => {
    await createTask(room.context, { id: 'T-2', title: 'two' }, person)
    const found = await room.context.triage.descriptions(['T-1', 'T-2', 'T-3'], 6)
    assert.deepEqual([...found], [['T-1', 'a long']])
  }))

test('every viewer is told of every task that moved, however many they are', () =>
  withRoom(async (room) => {
    const ids = Array.from({ length: 600 }, (_, index) => `N-${index}`)
    for (const id of ids) await createTask(room.context, { id, title: id }, person)
    room.published.length = 0
    await place(room, ids)
    assert.deepEqual(new Set(room.published.map(({ id }) => id)), new Set(ids))
  }))
