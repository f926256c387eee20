import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskActor, TaskStatus } from '../contract.ts'
import { follows } from './follow.ts'
import { newTaskRecord, type TaskRecord } from './record.ts'

const at = '2026-11-20T08:00:00.000Z'
const task = (status: TaskStatus, more: Partial<TaskRecord> = {}) =>
  newTaskRecord({ seq: 1, id: 'T', title: 'Fuel', status, ...more }, at)
const closedBy = (actor: TaskActor | null) => task('done', { closed_by: actor })

const rows: readonly (readonly [string, TaskRecord, TaskStatus, boolean])[] = [
  ['an open task moves after its session', task('ready'), 'in_progress', true],
  ['a blocked one, too', task('blocked'), 'in_progress', true],
  ['one that stands there already does not', task('in_progress'), 'in_progress', false],
  ['a deleted one does not', task('ready', { deleted_at: at }), 'in_progress', false],
  ['one that its session closed opens with it', closedBy('session'), 'in_progress', true],
  ['one that a person closed stays closed', closedBy('user'), 'in_progress', false],
  ['one that an import closed stays closed', closedBy('import'), 'review', false],
  ['one of which nobody knows who closed it stays closed', closedBy(null), 'review', false],
]
for (const [name, record, status, expected] of rows) {
  test(name, () => assert.equal(follows(record, status), expected))
}
