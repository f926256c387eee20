import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskEvent } from '../../contract.ts'
import { historyLineOf } from './history-lines.ts'

const at = '2026-11-20T08:00:00.000Z'
const created: TaskEvent = { seq: 1, task_id: 'T', at, kind: 'created', actor: 'user', by: null, changes: [] }
const change = (field: string, from: string | null, to: string | null): Partial<TaskEvent> => ({
  kind: 'changed',
  changes: [{ field, from, to }],
})

const rows: readonly (readonly [Partial<TaskEvent>, string])[] = [
  [{}, 'created by a person'],
  [{ kind: 'deleted', actor: 'agent', by: 'a-1' }, 'deleted by a-1'],
  [{ kind: 'restored', actor: 'agent' }, 'restored by an agent'],
  [{ actor: 'import', by: 'github' }, 'created by an import'],
  [
    { ...change('status', 'backlog', 'in_progress'), actor: 'session', by: 's' },
    'status: backlog → in progress by its session',
  ],
  [change('source_repo', null, 'acme/rocket'), 'source repo: acme/rocket by a person'],
  [change('parent', '', 'E'), 'parent: E by a person'],
  [change('parent', 'E', null), 'parent: E → none by a person'],
  [change('description', 'a', 'b'), 'description changed by a person'],
  [change('title', 'a', 'x'.repeat(60)), `title: a → ${'x'.repeat(60)} by a person`],
  [change('title', 'a', 'x'.repeat(61)), 'title changed by a person'],
]

for (const [more, line] of rows) {
  test(`the history says '${line.slice(0, 60)}'`, () => assert.equal(historyLineOf({ ...created, ...more }), line))
}
