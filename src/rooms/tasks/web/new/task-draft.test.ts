import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCard, TaskType } from '../../contract.ts'
import { sampleCard } from '../../core/sample-task.testkit.ts'
import { beginDraft, fitting, isWorthKeeping, projectOf, requestOf, resumeDraft } from './task-draft.ts'

const cards = [
  sampleCard('E', { type: 'epic', project: 'Rocket' }),
  sampleCard('S', { type: 'story' }),
  sampleCard('T'),
]
const find = (id: string): TaskCard | null => cards.find((each) => each.id === id) ?? null
const draft = beginDraft({}, find)

const starts: readonly (readonly [Parameters<typeof beginDraft>[0], object])[] = [
  [{}, { type: 'task', status: 'backlog', parent: null, project: '' }],
  [{ status: 'ready' }, { type: 'task', status: 'ready', parent: null, project: '' }],
  [{ parent: 'E' }, { type: 'story', status: 'backlog', parent: 'E', project: 'Rocket' }],
  [{ parent: 'S' }, { type: 'task', status: 'backlog', parent: 'S', project: '' }],
  [{ parent: 'gone' }, { type: 'task', status: 'backlog', parent: 'gone', project: '' }],
]

for (const [start, expected] of starts) {
  test(`a new task that starts from ${JSON.stringify(start)}`, () => {
    assert.deepEqual(beginDraft(start, find), { title: '', priority: 'P3', description: '', ...expected })
  })
}

const pairs: readonly (readonly [parent: string | null, type: TaskType, kept: boolean])[] = [
  ['E', 'story', true],
  ['E', 'task', true],
  ['E', 'epic', false],
  ['S', 'task', true],
  ['S', 'story', false],
  ['T', 'task', false],
  ['gone', 'epic', true],
]

for (const [parent, type, kept] of pairs) {
  test(`${type} in ${parent}: the parent ${kept ? 'stays' : 'is let go'}`, () => {
    assert.equal(fitting({ ...draft, parent, type }, find).parent, kept ? parent : null)
  })
}

test('the project comes with the parent, unless one was named', () => {
  assert.deepEqual(projectOf('E', '', find), { project: 'Rocket' })
  assert.deepEqual(projectOf('S', '', find), { project: '' })
  assert.deepEqual(projectOf('E', 'Mine', find), {})
  assert.deepEqual(projectOf(null, '', find), {})
})

test('empty fields are not sent', () => {
  const { project: _project, description: _text, ...plain } = { ...draft, title: 'Fuel' }
  assert.deepEqual(requestOf({ ...plain, project: ' ', description: '\n' }), plain)
  const sent = requestOf({ ...plain, project: ' Rocket ', description: ' a' })
  assert.deepEqual(sent, { ...plain, project: 'Rocket', description: ' a' })
})

const kept = { ...draft, title: 'Fuel', description: 'much', priority: 'P1', project: 'Mine', parent: 'S' } as const

test('an unsent task comes back, below what it is now asked for', () => {
  assert.deepEqual(resumeDraft({}, kept, find), kept)
  const inLane = { ...kept, parent: 'E', type: 'story', project: 'Rocket', status: 'ready' } as const
  assert.deepEqual(resumeDraft({ parent: 'E', status: 'ready' }, kept, find), inLane)
  assert.deepEqual(resumeDraft({ parent: 'E' }, null, find), beginDraft({ parent: 'E' }, find))
})

test('only words are worth keeping', () => {
  assert.equal(isWorthKeeping({ ...draft, priority: 'P1', title: ' ' }), false)
  assert.equal(isWorthKeeping({ ...draft, description: 'a' }), true)
})
