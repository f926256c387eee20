import assert from 'node:assert/strict'
import { test } from 'node:test'
import { historyTextLimit } from '../contract.ts'
import { editTask, unexpected, type TaskEdit } from './change.ts'
import { newTaskRecord, type Actor } from './record.ts'
import { textHash } from './text-hash.ts'

const before = '2026-11-20T08:00:00.000Z'
const at = '2026-11-21T08:00:00.000Z'
const person: Actor = { actor: 'user', by: null }
const agent: Actor = { actor: 'agent', by: 'a-1' }
const open = newTaskRecord({ seq: 1, id: 'T', title: 'Old', description_hash: textHash('text') }, before)
const done = { ...open, status: 'done', done_at: before, closed_by: 'user' } as const

test('a change tells its fields in a fixed order and when it was, and leaves the rest', () => {
  const edited = editTask(open, { status: 'ready', title: 'New', parent: null }, { at, who: person })
  assert.deepEqual(edited, {
    record: { ...open, title: 'New', status: 'ready', updated_at: at, status_since: at },
    description: null,
    changes: [
      { field: 'title', from: 'Old', to: 'New' },
      { field: 'status', from: 'backlog', to: 'ready' },
    ],
  })
})

const same: readonly TaskEdit[] = [{}, { title: 'Old', status: 'backlog' }, { description: 'text' }]
for (const edit of same) {
  test(`the change ${JSON.stringify(edit)} changes nothing`, () => {
    const edited = editTask(open, edit, { at, who: person })
    assert.equal(edited.record, open)
    assert.deepEqual([edited.description, edited.changes], [null, []])
  })
}

test('another title does not touch since when the status is', () => {
  assert.equal(editTask(open, { title: 'New' }, { at, who: person }).record.status_since, before)
})

test('another text is told, cut, and its hash is kept', () => {
  const text = 'x'.repeat(historyTextLimit + 1)
  const { record, description, changes } = editTask(open, { description: text }, { at, who: person })
  assert.deepEqual([description, record.description_hash], [text, textHash(text)])
  assert.deepEqual(changes, [{ field: 'description', from: null, to: text.slice(0, historyTextLimit) }])
})

test('who closes a task is kept until it is open again, whoever edits it meanwhile', () => {
  const closed = editTask(open, { status: 'done' }, { at, who: agent }).record
  assert.deepEqual([closed.done_at, closed.closed_by], [at, 'agent'])
  const edited = editTask(done, { title: 'New' }, { at, who: agent }).record
  assert.deepEqual([edited.done_at, edited.closed_by], [before, 'user'])
  const reopened = editTask(done, { status: 'ready' }, { at, who: person }).record
  assert.deepEqual([reopened.done_at, reopened.closed_by], [null, null])
})

test('what the source said last is kept without a word', () => {
  const edited = editTask(open, { source_seen: '{}' }, { at, who: person })
  assert.deepEqual(edited, { record: { ...open, source_seen: '{}' }, description: null, changes: [] })
  assert.equal(editTask(edited.record, { source_seen: '{}' }, { at, who: person }).record, edited.record)
})

const expectations: readonly (readonly [Parameters<typeof unexpected>[1], readonly string[]])[] = [
  [{}, []],
  [{ title: 'Old', status: 'backlog', parent: null, description: 'text' }, []],
  [{ status: 'ready' }, ['status is “backlog” by now']],
  [{ title: 'Older', parent: 'E' }, ['title is “Old” by now', 'parent is empty by now']],
  [{ description: 'other text' }, ['description is another text by now']],
  [{ description: null }, ['description is another text by now']],
]
for (const [expected, told] of expectations) {
  test(`a caller that expects ${JSON.stringify(expected)} is told of ${told.length} differences`, () => {
    const said = unexpected(open, expected).map(({ field, reason }) => `${field} ${reason}`)
    assert.deepEqual(said, told)
  })
}

test('who blocks a task is kept until it is blocked no more; an import leaves it to nobody', () => {
  const whoOf = ({ blocker, blocker_name: name }: typeof open) => [blocker, name]
  const blocked = editTask(open, { status: 'blocked' }, { at, who: agent }).record
  assert.deepEqual(whoOf(blocked), ['agent', 'a-1'])
  assert.deepEqual(whoOf(editTask(blocked, { title: 'New' }, { at, who: person }).record), ['agent', 'a-1'])
  assert.deepEqual(whoOf(editTask(blocked, { status: 'ready' }, { at, who: person }).record), [null, null])
  const imported = editTask(open, { status: 'blocked' }, { at, who: { actor: 'import', by: 'github' } }).record
  assert.deepEqual(whoOf(imported), [null, null])
})
