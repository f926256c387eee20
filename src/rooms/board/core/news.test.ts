import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsOfSessions, callsOfTasks, sayCalls, type TaskChange } from './news.ts'

const task = (status: TaskStatus, id = 'T') => ({ id, title: `Task ${id}`, status })
type TaskStatus = NonNullable<TaskChange['after']>['status']

test('a session is told when it begins to need a person, and only then', () => {
  const running = { label: 'Fix', state: 'running' } as const
  const failed = { label: 'Fix', state: 'failed' } as const
  const told = (before: typeof running | typeof failed | null, after: typeof running | typeof failed | null) =>
    callsOfSessions([{ before, after }]).map(({ name, state }) => `${name} ${state}`)
  assert.deepEqual(told(running, failed), ['Fix failed'])
  assert.deepEqual(told(failed, failed), [])
  assert.deepEqual(told(null, failed), [])
  assert.deepEqual(told(failed, null), [])
})

test('a task is told when it becomes blocked, unless a session on it calls already', () => {
  const told = (before: TaskStatus | null, after: TaskStatus, state: 'running' | 'failed' = 'running') =>
    callsOfTasks([{ before: before === null ? null : task(before), after: task(after) }], () => [{ state }]).length
  const rows: readonly (readonly [number, number])[] = [
    [told('ready', 'blocked'), 1],
    [told('blocked', 'blocked'), 0],
    [told(null, 'blocked'), 0],
    [told('ready', 'review'), 0],
    [told('in_progress', 'blocked', 'failed'), 0],
  ]
  for (const [index, [actual, expected]] of rows.entries()) assert.equal(actual, expected, `row ${index}`)
})

test('up to three are told by name, more by number', () => {
  const calls = ['a', 'b', 'c', 'd'].map((name) => ({ name, state: 'blocked' }))
  const words = { plural: 'tasks', wordsOf: (state: string) => state.toUpperCase() }
  assert.equal(sayCalls(calls.slice(0, 2), words), 'a: BLOCKED. b: BLOCKED')
  assert.equal(sayCalls(calls, words), '4 more tasks need you')
  assert.equal(sayCalls([], words), null)
})
