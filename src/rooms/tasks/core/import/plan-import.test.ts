import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskType } from '../../contract.ts'
import type { TaskRecord } from '../record.ts'
import type { ImportDraft } from './import-draft.ts'
import { planItem, type Planned, type PlanParts } from './plan-import.ts'

const first = '2026-11-20T08:00:00.000Z'
const later = '2026-11-21T08:00:00.000Z'

function draft(more: Partial<ImportDraft> = {}): ImportDraft {
  return {
    sourceId: 's-1',
    preferredId: null,
    title: 'Fuel',
    description: 'b',
    type: 'task',
    priority: 'P3',
    status: 'backlog',
    parent: null,
    project: null,
    sourceRepo: null,
    url: null,
    note: null,
    ...more,
  }
}

type Here = { readonly tasks?: readonly TaskRecord[]; readonly below?: readonly TaskType[]; readonly at?: string }

/** Ids that are made count up, `t-1` first. */
function parts({ tasks = [], below = [], at = first }: Here = {}): PlanParts {
  let made = 0
  return {
    tasks: {
      byId: (id) => tasks.find((task) => task.id === id) ?? null,
      bySource: (id) => tasks.find((task) => task.source_id === id) ?? null,
      childTypes: () => below,
    },
    source: 'github',
    at,
    who: { actor: 'import', by: 'github' },
    nextSeq: () => 7,
    makeId: () => `t-${(made += 1)}`,
  }
}

function imported(more: Partial<ImportDraft> = {}, here?: Here): TaskRecord {
  return planItem(draft(more), parts(here)).change?.after ?? assert.fail()
}

const brief = ({ item: { action, task_id: id, fields, note } }: Planned) => [action, id, fields.join(), note]

const created: readonly (readonly [string, Partial<ImportDraft>, Here, string, string | null])[] = [
  ['an id of its own is made', {}, {}, 't-1', null],
  ['the id it asks for', { preferredId: 'rocket-1' }, {}, 'rocket-1', null],
  [
    'an id that is in use',
    { preferredId: 't-9' },
    { tasks: [{ ...imported(), id: 't-9', source_id: 'x' }] },
    't-1',
    null,
  ],
  ['an id that is none', { preferredId: 'no id' }, {}, 't-1', null],
  ['an id that is too long', { preferredId: 'x'.repeat(201) }, {}, 't-1', null],
  ['the longest id', { preferredId: 'x'.repeat(200) }, {}, 'x'.repeat(200), null],
  ['an id that was made just now', {}, { tasks: [{ ...imported(), id: 't-1', source_id: 'x' }] }, 't-2', null],
  ['a note of its parser', { note: 'odd' }, {}, 't-1', 'odd'],
]

for (const [name, more, here, id, note] of created) {
  test(`a new item becomes a task: ${name}`, () => {
    const planned = planItem(draft(more), parts(here))
    assert.deepEqual([planned.change?.after.id, planned.change?.before], [id, null])
    assert.deepEqual(brief(planned), ['create', id === more.preferredId ? id : null, '', note])
  })
}

test('a new task keeps who closed it, where it is from and what its source said', () => {
  const url = 'https://example.org/1'
  const planned = planItem(draft({ status: 'done', url, project: 'p', sourceRepo: 'r' }), parts())
  const task = planned.change?.after ?? assert.fail()
  assert.deepEqual([task.seq, task.status, task.done_at, task.closed_by], [7, 'done', first, 'import'])
  assert.deepEqual(
    [task.source, task.source_id, task.source_url, task.project, task.source_repo],
    ['github', 's-1', url, 'p', 'r'],
  )
  assert.deepEqual([planned.change?.description, planned.change?.history?.kind], ['b', 'created'])
  assert.equal(imported().closed_by, null)
})

const epic = imported({ sourceId: 'e', type: 'epic' })
const places: readonly (readonly [string, Partial<ImportDraft>, Here, string | null, string | null])[] = [
  ['below its parent', { parent: 'e' }, { tasks: [epic] }, 't-1', null],
  ['without a parent', {}, { tasks: [epic] }, null, null],
  ['a parent that is not there', { parent: 'x' }, { tasks: [epic] }, null, 'its parent x is not in the import'],
  [
    'a parent that was deleted',
    { parent: 'e' },
    { tasks: [{ ...epic, deleted_at: later }] },
    null,
    'its parent e was deleted here',
  ],
  [
    'a parent that can not hold it',
    { parent: 'e', type: 'epic' },
    { tasks: [epic] },
    null,
    "its parent is an epic, which can't hold an epic",
  ],
]

for (const [name, more, here, parent, note] of places) {
  test(`a new item finds its place: ${name}`, () => {
    const planned = planItem(draft(more), parts(here))
    assert.deepEqual([planned.change?.after.parent, planned.item.note], [parent, note])
  })
}

const changed: readonly (readonly [Partial<ImportDraft>, string])[] = [
  [{}, ''],
  [{ title: 'New' }, 'title'],
  [{ description: 'c' }, 'description'],
  [{ type: 'story' }, 'type'],
  [{ priority: 'P1' }, 'priority'],
  [{ status: 'done' }, 'status'],
  [{ parent: 'e' }, 'parent'],
  [{ project: 'p' }, 'project'],
  [{ sourceRepo: 'r' }, 'source_repo'],
  [{ url: 'https://example.org' }, 'source_url'],
]

for (const [more, field] of changed) {
  test(`what the source changed is changed here: ${field === '' ? 'nothing' : field}`, () => {
    const known = { ...imported(), id: 'known' }
    const planned = planItem(draft(more), parts({ tasks: [known, epic], at: later }))
    assert.deepEqual(brief(planned), [field === '' ? 'unchanged' : 'change', 'known', field, null])
    assert.equal(planned.change === null, field === '')
    assert.equal(planned.change?.history?.kind, field === '' ? undefined : 'changed')
  })
}

test('what a person changed here stays where the source says what it said before', () => {
  const mine = { title: 'Mine', priority: 'P1', status: 'done', project: 'q', type: 'story', parent: 'p' } as const
  const known: TaskRecord = { ...imported(), ...mine }
  const same = planItem(draft(), parts({ tasks: [known], at: later }))
  assert.deepEqual([same.item.action, same.change], ['unchanged', null])
  const planned = planItem(draft({ description: 'c' }), parts({ tasks: [known], at: later }))
  assert.deepEqual(planned.item.fields, ['description'])
  for (const [field, value] of Object.entries(mine)) {
    assert.equal(Object.entries(planned.change?.after ?? {}).find(([name]) => name === field)?.[1], value)
  }
})

test('a change here that the source makes later, too, is no change, and what the source says is kept', () => {
  const known = { ...imported(), title: 'New' }
  const planned = planItem(draft({ title: 'New' }), parts({ tasks: [known], at: later }))
  assert.deepEqual([planned.item.action, planned.change?.history], ['unchanged', null])
  assert.notEqual(planned.change?.after.source_seen, known.source_seen)
})

test('a story that has tasks below it does not become a task', () => {
  const known = imported({ type: 'story' })
  const planned = planItem(draft({ priority: 'P1' }), parts({ tasks: [known], below: ['task'], at: later }))
  assert.deepEqual(brief(planned), ['change', 't-1', 'priority', 'stays story, since other tasks lie below it'])
  const free = planItem(draft(), parts({ tasks: [known], at: later }))
  assert.deepEqual(brief(free), ['change', 't-1', 'type', null])
})

test('what another version noted of the source counts as nothing known', () => {
  for (const seen of ['{', '{}', null]) {
    const known = { ...imported(), title: 'Mine', source_seen: seen }
    assert.deepEqual(planItem(draft(), parts({ tasks: [known], at: later })).item.fields, ['title'])
  }
})

const skipped: readonly (readonly [Partial<ImportDraft>, Here, string])[] = [
  [{ title: ' \n ' }, {}, 'has no title'],
  [{}, { tasks: [{ ...imported(), deleted_at: later }] }, 'was deleted here; restore it to have it again'],
]

for (const [more, here, note] of skipped) {
  test(`an item is skipped that ${note}`, () => {
    const planned = planItem(draft(more), parts(here))
    assert.deepEqual([...brief(planned), planned.change], ['skip', null, '', note, null])
  })
}

const tidied: readonly (readonly [Partial<ImportDraft>, Partial<TaskRecord>, string | null])[] = [
  [{ title: ' a\n\tb ' }, { title: 'a b' }, null],
  [{ title: 'x'.repeat(500) }, { title: 'x'.repeat(500) }, null],
  [{ title: 'x'.repeat(501) }, { title: `${'x'.repeat(499)}…` }, 'its title was cut to 500 characters'],
  [{ description: 'x'.repeat(500_001) }, {}, 'its description was cut to 500000 characters'],
  [{ description: 'x'.repeat(500_000) }, {}, null],
  [
    { project: 'x'.repeat(201), sourceRepo: 'y'.repeat(201) },
    { project: 'x'.repeat(200), source_repo: 'y'.repeat(200) },
    null,
  ],
  [{ url: 'javascript:alert(1)' }, { source_url: null }, null],
  [{ url: 'HTTP://x' }, { source_url: 'HTTP://x' }, null],
  [{ url: `http://${'x'.repeat(3000)}` }, { source_url: `http://${'x'.repeat(1993)}` }, null],
]

for (const [more, expected, note] of tidied) {
  test(`${Object.keys(more).join(' and ')} of an export: ${JSON.stringify(more).slice(0, 50)}`, () => {
    const { change, item } = planItem(draft(more), parts())
    assert.deepEqual({ ...change?.after, ...expected }, change?.after)
    assert.equal(item.note, note)
    assert.ok((change?.description?.length ?? 0) <= 500_000)
  })
}
