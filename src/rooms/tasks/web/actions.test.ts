// What a person does to tasks, against a service that answers what the test gives it.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { dismissToast, toasts } from '#platform/web/ui/toasts.ts'
import { undo } from '#platform/web/undo/undo.ts'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import { refused, scriptedService } from '#testing/scripted-service.testkit.ts'
import * as actions from './actions.ts'
import { tasks } from './task-store.ts'

const { sent, answers } = scriptedService
const fuel = sampleTask({ id: 'T 1', title: 'Fuel', status: 'ready' })
const seats = sampleTask({ id: 'T-2', title: 'Seats', status: 'backlog' })
const titles = () => toasts.get().map(({ title }) => title)

beforeEach(() => {
  scriptedService.clear()
  for (const { id } of toasts.get()) dismissToast(id)
})

test('a task moves at once, and Undo puts it back unless somebody else moved it', async () => {
  tasks.replaceAll([fuel])
  answers.push({ body: { task: { ...fuel, status: 'done' } } })
  const changing = actions.changeTask(fuel, { status: 'done' }, 'Not moved')
  assert.equal(tasks.get('T 1')?.status, 'done')
  assert.equal(await changing, true)
  assert.deepEqual(sent, [{ asked: 'PATCH /api/tasks/T%201', body: { status: 'done' } }])
  answers.push({ body: { task: fuel } })
  await undo()
  assert.deepEqual(sent[1]?.body, { status: 'ready', expect: { status: 'done' } })
  assert.equal(tasks.get('T 1')?.status, 'ready')
})

test('a refused move snaps back and says why', async () => {
  tasks.replaceAll([fuel])
  answers.push(refused)
  assert.equal(await actions.changeTask(fuel, { status: 'done' }, 'Not moved'), false)
  assert.equal(tasks.get('T 1')?.status, 'ready')
  assert.deepEqual(titles(), ['Not moved: it is over.'])
})

test('a description is saved over the one that the writer saw; one too long for both texts is saved all the same', async () => {
  tasks.replaceAll([fuel])
  const [long, longer] = ['x'.repeat(200_000), 'x'.repeat(200_001)]
  for (const text of [long, longer]) {
    answers.push({ body: { task: fuel } })
    assert.equal(await actions.saveDescription(fuel, text, long), null)
  }
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ description: long, expect: { description: long } }, { description: longer }],
  )
})

test('deleted tasks are gone at once; Undo brings back those that went', async () => {
  tasks.replaceAll([fuel, seats])
  answers.push({ body: { tasks: [] } })
  const removing = actions.removeTasks(['T 1', 'T-2'])
  assert.deepEqual([tasks.get('T 1'), tasks.get('T-2')], [null, null])
  const { done, refused: left, undo: restore } = await removing
  assert.deepEqual([done, left], [['Fuel', 'Seats'], []])
  answers.push({ body: { tasks: [fuel, seats] } })
  assert.equal(await restore?.(), null)
  assert.deepEqual(sent.at(-1)?.body, { ids: ['T 1', 'T-2'], restore: true })
  assert.equal(tasks.get('T 1')?.title, 'Fuel')
})

test('tasks that are refused come back, by name and with the reason', async () => {
  tasks.replaceAll([fuel])
  answers.push(refused)
  const { done, refused: left, undo: restore } = await actions.removeTasks(['T 1'])
  assert.deepEqual([done, left.map(({ title }) => title), restore], [[], ['Fuel'], null])
  assert.equal(tasks.get('T 1')?.title, 'Fuel')
})

test('of several, Undo sets each to what it was: those that were alike in one request', async () => {
  const other = { ...seats, id: 'T-3' }
  tasks.replaceAll([fuel, seats, other])
  answers.push({ body: { tasks: [fuel, seats, other].map((task) => ({ ...task, status: 'done' })) } })
  const { undo: putBack } = await actions.setOnTasks(['T 1', 'T-2', 'T-3'], { status: 'done' })
  scriptedService.clear()
  answers.push({ body: { tasks: [fuel] } }, { body: { tasks: [seats, other] } })
  assert.equal(await putBack?.(), null)
  assert.deepEqual(
    sent.map(({ body }) => body),
    [
      { ids: ['T 1'], set: { status: 'ready' }, expect: { status: 'done' } },
      { ids: ['T-2', 'T-3'], set: { status: 'backlog' }, expect: { status: 'done' } },
    ],
  )
})
