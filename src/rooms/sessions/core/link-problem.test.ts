import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkProblem, type Linked, type LinkProblem } from './link-problem.ts'

const works = (id: string, task: string | null, ...dependsOn: string[]): Linked => ({
  id,
  task_id: task,
  depends_on: dependsOn,
})

test('a session waits for any task but its own and those that wait for it', () => {
  const chain = [
    works('a', 'A'),
    works('b', 'B', 'A'),
    works('c', 'C', 'B'),
    works('x', 'X', 'Y'),
    works('y', 'Y', 'X'),
  ]
  const rows: [Linked, string, LinkProblem | null][] = [
    [works('a', 'A'), 'Z', null],
    [works('c', 'C', 'B'), 'A', null],
    [works('a', 'A'), 'A', 'itself'],
    [works('a', 'A'), 'B', 'ring'],
    [works('a', 'A'), 'C', 'ring'],
    [works('a', 'A'), 'X', null],
    [works('loose', null), 'C', null],
    [works('b', 'B', 'A'), 'B', 'itself'],
  ]
  for (const [session, task, expected] of rows) {
    assert.equal(linkProblem(session, task, chain), expected, `${session.id} after ${task}`)
  }
})
