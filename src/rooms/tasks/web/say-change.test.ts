import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import { sayChange, type SetOnTasks } from './say-change.ts'

const titles = new Map([
  ['E', 'Ledger'],
  ['F', 'Checkout'],
])
const titleOf = (id: string) => titles.get(id) ?? null
const task = sampleTask({ title: 'Fuel', status: 'ready', parent: 'F' })

const said: readonly (readonly [SetOnTasks, string, string | null])[] = [
  [{ status: 'in_progress' }, 'Moved to In progress.', '“Fuel” was Ready.'],
  [{ status: 'done', parent: 'E' }, 'Moved to Done, under “Ledger”.', '“Fuel” was Ready, in “Checkout”.'],
  [{ parent: null }, 'Out of its parent.', '“Fuel” was in “Checkout”.'],
  [{ parent: 'gone' }, 'Under “gone”.', '“Fuel” was in “Checkout”.'],
  [{ priority: 'P1' }, 'Priority P1.', '“Fuel” was P3.'],
  [{ type: 'epic' }, 'Made an epic.', '“Fuel” was a task.'],
  [{ title: 'Diesel' }, 'Renamed to “Diesel”.', 'It was “Fuel”.'],
  [
    { project: null, source_repo: 'web' },
    'Project taken away, repository web.',
    '“Fuel” was in no project, without a repository.',
  ],
]
for (const [set, title, text] of said) {
  test(`${JSON.stringify(set)} is told as ${title}`, () => {
    assert.deepEqual(sayChange([task], set, titleOf), { title, text })
  })
}

test('several are counted', () => {
  assert.deepEqual(sayChange([task, task], { status: 'done' }, titleOf), {
    title: '2 tasks: moved to Done.',
    text: null,
  })
  assert.equal(sayChange([], { status: 'done' }, titleOf).title, 'Nothing was changed.')
})
