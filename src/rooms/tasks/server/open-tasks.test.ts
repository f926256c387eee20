// What other rooms are told of a task by its id.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTask, deleteTask } from './change/commands.ts'
import { openRoom, person } from './room.testkit.ts'

test('a task is told with the epic above it until it is deleted', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  await createTask(room.context, { id: 'E', title: 'Rocket', type: 'epic' }, person)
  await createTask(room.context, { id: 'T', title: 'Fuel', parent: 'E', description: 'Lots.' }, person)
  const { tasks } = room
  const told = async () => ({
    about: tasks.aboutOf('T'),
    status: tasks.statusOf('T'),
    standing: tasks.standingOf('T')?.status ?? null,
    description: (await tasks.task('T'))?.description ?? null,
    name: tasks.nameOf('T'),
  })
  assert.deepEqual(await told(), {
    about: { type: 'task', id: 'E', title: 'Rocket', project: null },
    status: 'backlog',
    standing: 'backlog',
    description: 'Lots.',
    name: 'Fuel',
  })
  await deleteTask(room.context, 'T', person)
  assert.deepEqual(await told(), { about: null, status: null, standing: null, description: null, name: 'T' })
})
