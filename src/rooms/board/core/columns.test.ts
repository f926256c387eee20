import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionState } from '#rooms/sessions/contract.ts'
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import { columnOfSession, columnOfTask, columns, type ColumnId } from './columns.ts'

test('each session state stands in the column that the specification gives it', () => {
  const rows: [SessionState, ColumnId][] = [
    ['idle', 'queued'],
    ['running', 'active'],
    ['awaiting_review', 'review'],
    ['completed', 'review'],
    ['failed', 'review'],
  ]
  for (const [state, column] of rows) assert.equal(columnOfSession(state), column)
})

test('each task status stands in its column, and done in none', () => {
  const rows: [TaskStatus, ColumnId | null][] = [
    ['backlog', 'queued'],
    ['ready', 'queued'],
    ['in_progress', 'active'],
    ['claimed', 'active'],
    ['review', 'review'],
    ['blocked', 'review'],
    ['done', null],
  ]
  for (const [status, column] of rows) assert.equal(columnOfTask(status), column)
})

test('the columns are Queued, Active, Review, and their lists of states agree with the look-up', () => {
  assert.deepEqual(
    columns.map(({ title }) => title),
    ['Queued', 'Active', 'Review'],
  )
  for (const { id, sessionStates } of columns)
    for (const state of sessionStates) assert.equal(columnOfSession(state), id)
})
