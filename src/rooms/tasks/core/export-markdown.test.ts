import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taskPriorities, taskStatuses, type Task } from '../contract.ts'
import { toMarkdown } from './export-markdown.ts'
import { parseMarkdown } from './import/import-markdown.ts'
import { sampleTask } from './sample-task.testkit.ts'

const task = (id: string, more: Partial<Task> = {}): Task => sampleTask(id, { title: id, ...more })

const boxes = [
  ['backlog', ' '],
  ['ready', ' '],
  ['in_progress', '/'],
  ['claimed', '/'],
  ['review', '/'],
  ['blocked', '!'],
  ['done', 'x'],
] as const
for (const [status, mark] of boxes) {
  test(`a task in ${status} is exported with [${mark}]`, () => {
    assert.equal(toMarkdown([task('a', { status })]), `- [${mark}] a\n`)
  })
}

test('every status has its box', () => {
  assert.deepEqual(
    boxes.map(([status]) => status),
    taskStatuses,
  )
})

test('what was exported and imported again has its titles, texts, priorities and places', () => {
  const tasks = [
    task('Launch', { type: 'epic', status: 'backlog' }),
    task('Fuel', { type: 'story', parent: 'Launch', description: 'Many\n\n  lines' }),
    ...taskPriorities.map((priority) => task(`Pump ${priority}`, { parent: 'Fuel', priority })),
    task('Alone', { status: 'done' }),
  ]
  const { drafts } = parseMarkdown(toMarkdown(tasks), { project: null, source: null })
  const titles = new Map(drafts.map(({ sourceId, title }) => [sourceId, title]))
  assert.deepEqual(
    drafts.map(({ title, description, priority, parent }) => [title, description, priority, titles.get(parent ?? '')]),
    [
      ['Launch', '', 'P3', undefined],
      ['Fuel', 'Many\n\n  lines', 'P3', 'Launch'],
      ['Pump P1', '', 'P1', 'Fuel'],
      ['Pump P2', '', 'P2', 'Fuel'],
      ['Pump P3', '', 'P3', 'Fuel'],
      ['Pump P4', '', 'P4', 'Fuel'],
      ['Ungrouped', '', 'P3', undefined],
      ['Alone', '', 'P3', 'Ungrouped'],
    ],
  )
})
