import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '#base/time.ts'
import { changeTask, createTask, deleteTask, restoreTask } from '../change/commands.ts'
import { importTasks } from '../change/import.ts'
import { forgetDeleted } from './retention.ts'
import { openRoom, person, type Room } from '../room.testkit.ts'

const days = 30

async function make(room: Room, id: string, more: object = {}): Promise<void> {
  const made = await createTask(room.context, { title: id, id, ...more }, person)
  assert.ok(made.ok, JSON.stringify(made))
}

/** Tasks and history rows in the tables. */
async function rowsOf({ database: { read } }: Room): Promise<[tasks: number, events: number]> {
  const tasks = await read.selectFrom('tasks').select('seq').execute()
  const events = await read.selectFrom('task_events').select('seq').execute()
  return [tasks.length, events.length]
}

test('a deleted task can be brought back for thirty days; then it is gone with its history, and its id is free', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  await make(room, 'stays')
  await make(room, 'old')
  await deleteTask(room.context, 'old', person)
  room.time.nowMs += days * dayMs
  await forgetDeleted(room.context, days)
  assert.ok((await restoreTask(room.context, 'old', person)).ok)
  assert.deepEqual(await rowsOf(room), [2, 4])

  await deleteTask(room.context, 'old', person)
  room.time.nowMs += days * dayMs + 1
  await forgetDeleted(room.context, days)
  const answer = await restoreTask(room.context, 'old', person)
  assert.equal(answer.ok ? null : answer.error.reason, 'There is no task old.')
  assert.deepEqual(await rowsOf(room), [1, 1])
  await make(room, 'old')
  assert.deepEqual(
    room.context.index.all().map(({ id }) => id),
    ['stays', 'old'],
  )
})

test('what stood below a forgotten task stands on its own, after a restart too', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  await make(room, 'epic', { type: 'epic' })
  await make(room, 'story', { type: 'story', parent: 'epic', description: 'Kept' })
  await make(room, 'deleted later', { type: 'story', parent: 'epic' })
  await deleteTask(room.context, 'epic', person)
  room.time.nowMs += dayMs
  await deleteTask(room.context, 'deleted later', person)
  room.time.nowMs += days * dayMs
  await forgetDeleted(room.context, days)
  assert.ok((await restoreTask(room.context, 'deleted later', person)).ok)
  await room.crash()
  const again = await openRoom({ home: room.home })
  t.after(() => again.crash())
  assert.deepEqual(
    again.context.index.all().map(({ id, parent }) => [id, parent]),
    [
      ['story', null],
      ['deleted later', null],
    ],
  )
  assert.equal(await again.context.store.description('story'), 'Kept')
  assert.ok((await changeTask(again.context, 'story', { request: { status: 'ready' }, who: person })).ok)
})

test('more than one batch goes, and one that comes back in between stays', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  const ids = Array.from({ length: 250 }, (_, number) => `t${number}`)
  for (const id of ids) await make(room, id)
  for (const id of ids) await deleteTask(room.context, id, person)
  room.time.nowMs += (days + 1) * dayMs
  const forgetting = forgetDeleted(room.context, days)
  assert.ok((await restoreTask(room.context, 't249', person)).ok)
  await forgetting
  assert.deepEqual(
    room.context.index.all().map(({ id }) => id),
    ['t249'],
  )
  assert.deepEqual(await rowsOf(room), [1, 3])
})

test('an imported task that was deleted stays deleted in every later import', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  const markdown = { format: 'markdown', source: 'plan.md', text: '- [ ] Paint the fence\n' } as const
  const first = await importTasks(room.context, markdown)
  assert.ok(first.ok, JSON.stringify(first))
  const id = room.context.index.all()[0]?.id ?? ''
  await deleteTask(room.context, id, person)
  room.time.nowMs += (days + 1) * dayMs
  await forgetDeleted(room.context, days)
  const again = await importTasks(room.context, markdown)
  assert.ok(again.ok)
  assert.deepEqual([again.value.created, room.context.index.all().length], [0, 0])
  assert.deepEqual(await rowsOf(room), [1, 0])
})

test('a database that takes nothing leaves the tasks where they were', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  await make(room, 'epic', { type: 'epic' })
  await make(room, 'story', { type: 'story', parent: 'epic' })
  await deleteTask(room.context, 'epic', person)
  room.time.nowMs += (days + 1) * dayMs
  const { commits } = room.database
  const write = commits.write.bind(commits)
  commits.write = (one) =>
    write({
      ...one,
      script() {
        throw new Error('disk full')
      },
    })
  await assert.rejects(forgetDeleted(room.context, days), { name: 'StorageError' })
  commits.write = write
  assert.ok((await restoreTask(room.context, 'epic', person)).ok)
  assert.equal(room.context.index.get('story')?.parent, 'epic')
})
