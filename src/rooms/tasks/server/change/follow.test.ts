import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskStatus } from '../../contract.ts'
import { changeTask, createTask, deleteTask, restoreTask } from './commands.ts'
import { openRoom, person } from '../room.testkit.ts'

const agent = { actor: 'agent', by: 'agent-claude-1' } as const

type Move = readonly [who: 'session' | 'user' | 'agent', status: TaskStatus]
const rules: readonly (readonly [string, readonly Move[], TaskStatus])[] = [
  [
    'an open task follows',
    [
      ['session', 'in_progress'],
      ['session', 'review'],
    ],
    'review',
  ],
  [
    'a task that a session closed is opened by a session',
    [
      ['session', 'done'],
      ['session', 'in_progress'],
    ],
    'in_progress',
  ],
  [
    'a task that a person closed stays done',
    [
      ['user', 'done'],
      ['session', 'in_progress'],
    ],
    'done',
  ],
  [
    'a task that an agent closed by itself stays done',
    [
      ['agent', 'done'],
      ['session', 'review'],
    ],
    'done',
  ],
  [
    'a task that a person opened again follows',
    [
      ['user', 'done'],
      ['user', 'ready'],
      ['session', 'in_progress'],
    ],
    'in_progress',
  ],
  [
    'a session that finishes what a person closed changes nothing',
    [
      ['user', 'done'],
      ['session', 'done'],
    ],
    'done',
  ],
]
for (const [name, moves, expected] of rules) {
  test(name, async (t) => {
    const room = await openRoom()
    t.after(() => room.close())
    await createTask(room.context, { id: 'T', title: 'T' }, person)
    for (const [who, status] of moves) {
      if (who === 'session') await room.tasks.follow('T', status, { sessionId: 'session-1', isStopped: false })
      else await changeTask(room.context, 'T', { request: { status }, who: who === 'user' ? person : agent })
    }
    assert.equal(room.tasks.statusOf('T'), expected)
  })
}

test('the history says which session moved the task, and the status counts before the commit', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  await createTask(room.context, { id: 'T', title: 'T' }, person)
  const following = room.tasks.follow('T', 'done', { sessionId: 'session-1', isStopped: false })
  assert.equal(room.tasks.statusOf('T'), 'done')
  assert.deepEqual(room.settled, [])
  await following
  assert.deepEqual(room.settled, ['T'])
  const { rows } = await room.context.store.history('T', { limit: 1, from: null })
  const [event] = rows
  assert.deepEqual([event?.actor, event?.by], ['session', 'session-1'])
  assert.deepEqual(event?.changes, [{ field: 'status', from: 'backlog', to: 'done' }])
})

test('unknown and deleted tasks are left alone, and are no met dependency', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  await room.tasks.follow('elsewhere', 'done', { sessionId: 'session-1', isStopped: false })
  assert.equal(room.tasks.statusOf('elsewhere'), null)
  await createTask(room.context, { id: 'T', title: 'T', status: 'done' }, person)
  await deleteTask(room.context, 'T', person)
  await room.tasks.follow('T', 'in_progress', { sessionId: 'session-1', isStopped: false })
  assert.equal(room.tasks.statusOf('T'), null)
  await restoreTask(room.context, 'T', person)
  assert.equal(room.tasks.statusOf('T'), 'done')
  assert.deepEqual(room.settled, ['T', 'T', 'T'])
})
