import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkProblem, type Linked, type LinkProblem } from './link-problem.ts'

const waits = (id: string, task: string | null, ...blockedBy: string[]): Linked => ({
  id,
  task_id: task,
  state: 'idle',
  blocked_by: blockedBy,
})
const runs = (id: string, task: string | null): Linked => ({ ...waits(id, task), state: 'running' })

test('a session waits for any task but its own and those that wait for it', () => {
  const chain = [
    waits('a', 'A'),
    waits('b', 'B', 'A'),
    waits('c', 'C', 'B'),
    waits('x', 'X', 'Y'),
    waits('y', 'Y', 'X'),
  ]
  const rows: [Linked, string, LinkProblem | null][] = [
    [waits('a', 'A'), 'Z', null],
    [waits('c', 'C', 'B'), 'A', null],
    [waits('a', 'A'), 'A', 'itself'],
    [waits('a', 'A'), 'B', 'ring'],
    [waits('a', 'A'), 'C', 'ring'],
    [waits('a', 'A'), 'X', null],
    [waits('loose', null), 'C', null],
    [waits('b', 'B', 'A'), 'B', 'itself'],
  ]
  for (const [session, task, expected] of rows) {
    assert.equal(linkProblem(session, task, chain), expected, `${session.id} after ${task}`)
  }
})

test('what another session can complete is waited for in vain by nobody', () => {
  const rows: [string, readonly Linked[], LinkProblem | null][] = [
    // A second session on its own task completes it.
    ['A', [runs('other', 'A')], null],
    ['A', [waits('other', 'A', 'Z')], null],
    ['B', [waits('b', 'B', 'A')], 'ring'],
    ['B', [waits('b', 'B', 'A'), runs('b2', 'B')], null],
    ['B', [waits('b', 'B', 'A'), waits('b2', 'B', 'Z')], null],
    ['B', [waits('b', 'B', 'A'), waits('b2', 'B', 'C'), waits('c', 'C', 'A')], 'ring'],
    // A person or a later launch may start it.
    ['B', [waits('b', 'B')], null],
    // It has begun: what it once waited for is no matter.
    ['B', [{ ...waits('b', 'B', 'A'), state: 'running' }], null],
    ['B', [waits('b', 'B', 'A'), runs('other', 'A')], null],
  ]
  for (const [task, sessions, expected] of rows) {
    assert.equal(linkProblem({ id: 'a', task_id: 'A' }, task, sessions), expected, JSON.stringify(sessions))
  }
})

test('a ring of thousands is seen', () => {
  const many = Array.from({ length: 5000 }, (_, index) => waits(`s${index + 1}`, `T${index + 1}`, `T${index}`))
  assert.equal(linkProblem({ id: 's0', task_id: 'T0' }, 'T5000', many), 'ring')
})
