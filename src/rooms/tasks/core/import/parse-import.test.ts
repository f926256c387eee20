import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportFormat } from '../../contract.ts'
import type { ImportDraft, Parsed } from './import-draft.ts'
import { parseImport } from './parse-import.ts'

function parsed(format: ImportFormat, text: string, project: string | null = null): Parsed {
  const result = parseImport(format, text, { project, source: null })
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

const short = ({ sourceId, type, status, priority, parent }: ImportDraft) => [sourceId, type, status, priority, parent]

test('GitHub: state, labels and milestones become status, priority, type and epics', () => {
  const url = (number: number, kind = 'issues') => `https://github.com/acme/rocket/${kind}/${number}`
  const milestone = { number: 3, title: 'Launch', description: 'Go.', dueOn: null }
  const { drafts, unread } = parsed(
    'github',
    JSON.stringify([
      { number: 1, title: 'Fuel', body: 'b', state: 'OPEN', url: url(1), labels: [{ name: 'P1' }], milestone },
      { number: 2, title: 'Seats', state: 'CLOSED', url: url(2), labels: [{ name: 'priority: low' }], milestone },
      { number: 3, title: 'Crew', state: 'OPEN', url: url(3), labels: [{ name: 'story' }, { name: 'In Progress' }] },
      { number: 4, title: 'All', state: 'OPEN', url: url(4), labels: [{ name: 'epic' }, { name: 'done' }], milestone },
      { number: 5, title: 'A change', state: 'OPEN', url: url(5, 'pull') },
      { number: 'six', title: 'x' },
      7,
    ]),
  )
  assert.deepEqual(drafts.map(short), [
    ['acme/rocket milestone 3', 'epic', 'backlog', 'P3', null],
    ['acme/rocket#1', 'task', 'backlog', 'P1', 'acme/rocket milestone 3'],
    ['acme/rocket#2', 'task', 'done', 'P4', 'acme/rocket milestone 3'],
    ['acme/rocket#3', 'story', 'in_progress', 'P3', null],
    ['acme/rocket#4', 'epic', 'backlog', 'P3', null],
  ])
  assert.equal(drafts[0]?.url, 'https://github.com/acme/rocket/milestone/3')
  assert.deepEqual([drafts[1]?.preferredId, drafts[1]?.sourceRepo], ['rocket-1', 'acme/rocket'])
  assert.deepEqual([drafts[1]?.description, drafts[2]?.description], ['b', ''])
  assert.deepEqual(
    unread.map(({ sourceId, reason }) => [sourceId, reason]),
    [
      ['acme/rocket#5', 'is a pull request'],
      ['item 6', 'has no usable "number"'],
      ['item 7', 'is no issue'],
    ],
  )
})

test('Linear: sub-issues become three levels, deeper ones move up, and what is odd is told', () => {
  const { drafts, unread } = parsed(
    'linear',
    [
      'ID,Team,Title,Description,Status,Priority,Project,Parent issue,Completed',
      'ENG-1,Eng,Top,"with, comma",In Progress,Urgent,Web,,',
      'ENG-2,Eng,Middle,,Todo,High,Web,ENG-1,',
      'ENG-3,Eng,Leaf,,In Review,Low,Web,ENG-2,',
      'ENG-4,Eng,Too deep,,Done,No priority,Web,ENG-3,',
      'ENG-5,Eng,Alone,,Canceled,Medium,,,',
      'ENG-6,Eng,Odd,,Pondering,,,,2026-01-01',
      'ENG-1,Eng,Again,,Todo,,,,',
      ',Eng,No id,,Todo,,,,',
    ].join('\n'),
  )
  assert.deepEqual(drafts.map(short), [
    ['ENG-1', 'epic', 'in_progress', 'P1', null],
    ['ENG-2', 'story', 'ready', 'P2', 'ENG-1'],
    ['ENG-3', 'task', 'review', 'P4', 'ENG-2'],
    ['ENG-4', 'task', 'done', 'P3', 'ENG-2'],
    ['ENG-5', 'task', 'done', 'P3', null],
    ['ENG-6', 'task', 'done', 'P3', null],
  ])
  assert.deepEqual(
    drafts.map(({ note }) => note !== null),
    [false, false, false, true, true, true],
  )
  assert.match(drafts[5]?.note ?? '', /its status "Pondering" is none of ours/)
  assert.deepEqual([drafts[0]?.project, drafts[4]?.project], ['Web', 'Eng'])
  assert.deepEqual(
    unread.map(({ sourceId }) => sourceId),
    ['ENG-1', 'line 9'],
  )
})

test('Linear: parents in a circle are cut', () => {
  const { drafts } = parsed('linear', 'ID,Title,Parent issue\nA,a,B\nB,b,A\nC,c,B\n')
  assert.deepEqual(
    drafts.map(({ parent }) => parent),
    [null, null, null],
  )
})

const task = { id: 'u1', title: 'One', status: 'inprogress', description: null }
const forms: readonly (readonly [string, unknown, string | null])[] = [
  ['a list', [task], null],
  ['an answer of its API', { success: true, data: [task] }, null],
  ['projects with tasks', { projects: [{ name: 'web', tasks: [task] }] }, 'web'],
  ['one project', { name: 'web', tasks: [task] }, 'web'],
]
for (const [name, json, project] of forms) {
  test(`vibe-kanban: ${name}`, () => {
    const { drafts } = parsed('vibe-kanban', JSON.stringify(json))
    assert.deepEqual(drafts.map(short), [['u1', 'task', 'in_progress', 'P3', null]])
    if (name !== 'one project') assert.equal(drafts[0]?.project, project)
  })
}

test('vibe-kanban: what is no task is left out, with the field that is wrong where there is one', () => {
  const { drafts, unread } = parsed('vibe-kanban', JSON.stringify([task, 7, { ...task, id: 'u2', title: 3 }]))
  assert.equal(drafts.length, 1)
  assert.deepEqual(
    unread.map(({ sourceId, reason }) => [sourceId, reason]),
    [
      ['item 2', 'is no task'],
      ['item 3', 'has no usable "title"'],
    ],
  )
})

test('Markdown: a line that stands as far left as its item does not describe it, nor does what follows', () => {
  const { drafts } = parsed('markdown', ['- [ ] Write', 'aside', '  more'].join('\n'))
  assert.equal(drafts[0]?.description, '')
})

test('Markdown: headings with items are epics, indentation is hierarchy, boxes are statuses', () => {
  const { drafts, unread } = parsed(
    'markdown',
    [
      '# Plan',
      'Words before.',
      '## Phase one',
      '- [ ] Write (P1)',
      '  More about it.',
      '',
      '  - [x] First draft',
      '  - [/] Second draft',
      '    1. [ ] Deeper',
      '- plain',
      '```',
      '- [ ] not a task',
      '```',
      '## Empty',
      '## Phase one',
      '* [ ] Write',
      '* [ ] Write',
      '* [ ]',
    ].join('\r\n'),
  )
  assert.deepEqual(
    drafts.map(({ title, type, status, priority }) => [title, type, status, priority]),
    [
      ['Phase one', 'epic', 'backlog', 'P3'],
      ['Write', 'story', 'backlog', 'P1'],
      ['First draft', 'task', 'done', 'P3'],
      ['Second draft', 'task', 'in_progress', 'P3'],
      ['Deeper', 'task', 'backlog', 'P3'],
      ['Phase one', 'epic', 'backlog', 'P3'],
      ['Write', 'task', 'backlog', 'P3'],
      ['Write', 'task', 'backlog', 'P3'],
    ],
  )
  assert.equal(drafts[1]?.description, 'More about it.')
  assert.equal(drafts[4]?.parent, drafts[1]?.sourceId)
  assert.equal(new Set(drafts.map(({ sourceId }) => sourceId)).size, drafts.length)
  assert.deepEqual(
    unread.map(({ sourceId, reason }) => [sourceId, reason]),
    [
      ['line 10', 'has no checkbox'],
      ['line 18', 'has no text'],
    ],
  )
})

const refused: readonly (readonly [ImportFormat, string, RegExp])[] = [
  ['github', 'oops', /is not valid JSON/],
  ['github', '{}', /is not a list of issues/],
  ['vibe-kanban', '{"a":1}', /holds no list of tasks/],
  ['vibe-kanban', '{"data":'.repeat(3000) + '1' + '}'.repeat(3000), /holds no list of tasks/],
  ['linear', 'a,b\n1,2', /is no CSV of Linear/],
  ['linear', 'ID,Title\n"x', /is no valid CSV: in the row that begins in line 2/],
]
for (const [format, text, reason] of refused) {
  test(`${format}: ${text.slice(0, 12)} is refused as a whole`, () => {
    const result = parseImport(format, text, { project: null, source: null })
    assert.ok(!result.ok)
    assert.match(result.error, reason)
  })
}
