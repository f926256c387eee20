import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTask } from '../../../testing/sample-task.testkit.ts'
import { needTextLimit } from '#rooms/inbox/contract.ts'
import { taskStatuses, type TaskCard } from '../contract.ts'
import { aboutOf, needOf } from './need.ts'

const tasks = new Map<string, TaskCard>(
  [
    sampleTask({ id: 'E', type: 'epic', title: 'Epic' }),
    sampleTask({ id: 'S', type: 'story', title: 'Story', parent: 'E' }),
    sampleTask({ id: 'T', title: 'Task', parent: 'S' }),
    sampleTask({ id: 'alone', title: 'Alone', parent: 'gone' }),
  ].map((task) => [task.id, task]),
)
const find = (id: string) => tasks.get(id) ?? null
const need = (fields: Partial<TaskCard>) => needOf(sampleTask({ id: 'T', status: 'blocked', ...fields }), find)

test('only a blocked task needs a person, and only where somebody blocked it here', () => {
  const blocker = { actor: 'user', by: null } as const
  const needing = taskStatuses.filter((status) => need({ status, blocker }) !== null)
  assert.deepEqual(needing, ['blocked'])
  assert.equal(need({ blocker: null }), null, 'it came blocked')
})

test('it says who blocked it; what its session did is told by the session, too', () => {
  const rows = [
    [{ actor: 'session', by: 's1' }, 'blocked by its session, which failed', 's1'],
    [{ actor: 'agent', by: 'agent-claude-x' }, 'blocked by agent-claude-x', null],
    [{ actor: 'agent', by: null }, 'blocked by an agent', null],
    [
      { actor: 'agent', by: 'x'.repeat(3 * needTextLimit) },
      `${`blocked by ${'x'.repeat(3 * needTextLimit)}`.slice(0, needTextLimit - 1)}…`,
      null,
    ],
    [{ actor: 'user', by: null }, 'blocked by a person', null],
  ] as const
  for (const [blocker, text, cause] of rows) {
    assert.deepEqual([need({ blocker })?.text, need({ blocker })?.cause], [text, cause])
  }
})

test('a task belongs to its epic, or to itself', () => {
  assert.deepEqual(aboutOf('T', find), { type: 'task', id: 'E', title: 'Epic', project: null })
  assert.deepEqual(aboutOf('alone', find), { type: 'task', id: 'alone', title: 'Alone', project: null })
  assert.equal(aboutOf('gone', find), null)
})
