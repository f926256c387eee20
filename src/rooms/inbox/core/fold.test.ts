import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InboxItem } from '../contract.ts'
import { foldedUnder, foldTasks } from './fold.ts'
import { sampleItem as item, seen, snoozed } from './sample-item.testkit.ts'

const task = (more: Partial<InboxItem> = {}) =>
  item({ id: 'task:T', kind: 'blocked', task_id: 'T', cause: 's', ...more })
const session = (more: Partial<InboxItem> = {}) => item({ id: 'session:s', task_id: 'T', ...more })

/** Whether a person sees the blocked task beside the session, and whether what they say to the session is said to it. */
const rows: readonly (readonly [string, InboxItem, InboxItem, boolean])[] = [
  ['a session that calls', session(), task(), false],
  ['one that calls, whoever blocked the task', session(), task({ cause: null }), false],
  ['the session that blocked it, snoozed', session({ mark: snoozed(null) }), task(), false],
  ['another session, seen', session({ id: 'session:other', mark: seen }), task(), true],
  ['a session of another task', session({ task_id: 'U' }), task(), true],
  ['a session of no task', session({ task_id: null }), task({ task_id: null }), true],
  ['a run with the task’s id', item({ id: 'run:s', task_id: 'T' }), task(), true],
  ['a task that is not blocked', session(), task({ kind: 'failed' }), true],
]
for (const [name, one, other, isSeen] of rows) {
  test(`beside ${name}, a task ${isSeen ? 'stands for itself' : 'is told by it'}`, () => {
    assert.equal(foldTasks([one, other]).includes(other), isSeen)
    assert.deepEqual(foldedUnder(one, [one, other]), isSeen ? [] : [other])
  })
}
