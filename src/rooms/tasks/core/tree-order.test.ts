import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '../contract.ts'
import { toMarkdown } from './export-markdown.ts'
import { sampleTask } from './sample-task.testkit.ts'
import { treeOrder } from './tree-order.ts'

const at = '2026-11-20T08:00:00.000Z'

/** Called as its id is. */
const task = (id: string, more: Partial<Task> = {}): Task => sampleTask(id, { title: id, ...more })

type Rival = readonly [first: Partial<Task>, second: Partial<Task>]
const rivals: readonly Rival[] = [
  [{ priority: 'P4' }, { status: 'done', priority: 'P1', type: 'epic' }],
  [
    { type: 'epic', priority: 'P4' },
    { type: 'story', priority: 'P1' },
  ],
  [{ type: 'story' }, { type: 'task' }],
  [
    { priority: 'P1', status: 'backlog' },
    { priority: 'P2', status: 'review' },
  ],
  [{ status: 'review' }, { status: 'in_progress' }],
  [{ created_at: '2026-11-19T08:00:00.000Z' }, { created_at: at }],
]

for (const [first, second] of rivals) {
  test(`${JSON.stringify(first)} stands before ${JSON.stringify(second)}`, () => {
    for (const tasks of [
      [task('a', first), task('b', second)],
      [task('b', second), task('a', first)],
    ]) {
      assert.deepEqual(
        treeOrder(tasks).map((placed) => placed.task.id),
        ['a', 'b'],
      )
    }
  })
}

test('each task stands below its parent, or at the top where that is not among them', () => {
  const tasks = [
    task('leaf', { parent: 'story' }),
    task('lost', { parent: 'elsewhere' }),
    task('story', { type: 'story', parent: 'epic' }),
    task('epic', { type: 'epic' }),
  ]
  assert.deepEqual(
    treeOrder(tasks).map(({ task: { id }, depth }) => [id, depth]),
    [
      ['epic', 0],
      ['story', 1],
      ['leaf', 2],
      ['lost', 0],
    ],
  )
})

test('epics are headings of a checklist, and what has none stands under a heading of its own', () => {
  const tasks = [
    task('Launch', { type: 'epic' }),
    task('Fuel', { type: 'story', parent: 'Launch', status: 'in_progress', priority: 'P1' }),
    task('Pump', { parent: 'Fuel', status: 'done', description: 'First line\n\n third \n' }),
    task('Landing', { type: 'epic', priority: 'P4' }),
    task('Alone\n and long', { status: 'blocked' }),
    task('Second', { priority: 'P4' }),
  ]
  const text = [
    '## Launch',
    '',
    '- [/] Fuel (P1)',
    '  - [x] Pump',
    '    First line',
    '',
    '     third',
    '',
    '## Landing',
    '',
    '## Ungrouped',
    '',
    '- [!] Alone and long',
    '- [ ] Second (P4)',
  ]
  assert.equal(toMarkdown(tasks), `${text.join('\n')}\n`)
  assert.equal(toMarkdown([task('Alone')]), '- [ ] Alone\n')
  assert.equal(toMarkdown([]), '')
})
