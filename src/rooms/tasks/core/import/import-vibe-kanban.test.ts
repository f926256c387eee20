import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportDraft } from './import-draft.ts'
import { parseVibeKanban } from './import-vibe-kanban.ts'

function read(json: unknown, project: string | null = null): readonly ImportDraft[] {
  const parsed = parseVibeKanban(json, { project, source: null })
  assert.ok(parsed.ok, JSON.stringify(parsed))
  return parsed.value.drafts
}

const task = { id: 'u1', title: 'One' }

const projects: readonly (readonly [string, unknown, string | null])[] = [
  ['its answer around projects', { success: true, data: { projects: [{ name: 'web', tasks: [task] }] } }, 'web'],
  ['a project with issues', { name: 'web', issues: [task] }, 'web'],
  ['a project without a name', { name: '', tasks: [task] }, null],
  ['a task that names its project', { name: 'web', tasks: [{ ...task, project: 'app' }] }, 'app'],
  ['a task that names it twice', [{ ...task, project: 'app', project_name: 'App' }], 'App'],
  ['a list', [task], null],
]
for (const [name, json, project] of projects) {
  test(`vibe-kanban: the project of ${name}`, () => {
    assert.deepEqual(
      read(json).map((draft) => draft.project),
      [project],
    )
    assert.equal(read(json, 'mine')[0]?.project, 'mine')
  })
}

test('vibe-kanban: what lies deeper than any of its exports is no list of tasks', () => {
  const inside = (times: number): unknown => (times === 0 ? [task] : { data: inside(times - 1) })
  assert.equal(read(inside(4)).length, 1)
  assert.equal(parseVibeKanban(inside(5), { project: null, source: null }).ok, false)
})

for (const name of ['parent_task_id', 'parent_issue_id', 'parent_id']) {
  test(`vibe-kanban: ${name} says what a task belongs to`, () => {
    const [top, below] = read([task, { id: 'u2', title: 'Two', [name]: 'u1' }])
    assert.deepEqual([top?.type, below?.parent], ['epic', 'u1'])
  })
}

test('vibe-kanban: statuses and priorities are read, what is unknown is the lowest and the middle', () => {
  const [known, unknown, cancelled] = read([
    { ...task, status: 'inreview', priority: 'urgent', description: 'text' },
    { ...task, id: 'u2', status: 'odd', priority: 'odd' },
    { ...task, id: 'u3', status: 'cancelled' },
  ])
  assert.deepEqual([known?.status, known?.priority, known?.description], ['review', 'P1', 'text'])
  assert.deepEqual([unknown?.status, unknown?.priority, unknown?.description], ['backlog', 'P3', ''])
  assert.deepEqual([cancelled?.status, cancelled?.note], ['done', 'was cancelled at the source; counts as done'])
})
