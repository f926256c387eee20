import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chainOf, type ChainSession } from './chain.ts'

const session = (id: string, task: string | null, ...before: string[]): ChainSession => ({
  id,
  task_id: task,
  depends_on: before,
})
const named = (task: string, sessions: readonly ChainSession[]) => {
  const { nodes, edges } = chainOf(task, sessions)
  return {
    layers: Object.fromEntries(nodes.map(({ id, layer }) => [id, layer])),
    edges: edges.map(({ from, to }) => `${nodes[from]?.id} ${nodes[to]?.id}`).toSorted(),
  }
}

test('a task without waiting sessions has no chain', () => {
  assert.deepEqual(chainOf('A', [session('s', 'A'), session('t', 'B', 'C')]), { nodes: [], edges: [] })
})

test('what comes before and after stands in layers, each below all that it waits for', () => {
  const sessions = [
    session('s1', 'B', 'A'),
    session('s2', 'C', 'A', 'B'),
    session('s3', null, 'C'),
    session('s4', 'X', 'Y'),
  ]
  assert.deepEqual(named('B', sessions), {
    layers: { A: 0, B: 1, C: 2, s3: 3 },
    edges: ['A B', 'A C', 'B C', 'C s3'],
  })
})

test('two sessions on one task make one arrow, and a task that waits for itself none', () => {
  assert.deepEqual(named('B', [session('s1', 'B', 'A'), session('s2', 'B', 'A', 'B')]), {
    layers: { A: 0, B: 1 },
    edges: ['A B'],
  })
})

test('of a chain that is longer than a picture can show, the nearest thirty stand in it', () => {
  const sessions = Array.from({ length: 40 }, (_, index) => session(`s${index}`, `T${index + 1}`, `T${index}`))
  const { nodes, edges } = chainOf('T0', sessions)
  assert.deepEqual(
    nodes.map(({ id }) => id),
    Array.from({ length: 30 }, (_, index) => `T${index}`),
  )
  assert.equal(edges.length, 29)
})

test('a session without a task is drawn as itself, whatever stands in its id', () => {
  const { nodes } = chainOf('A', [session('task:1', null, 'A')])
  assert.deepEqual(nodes, [
    { kind: 'task', id: 'A', layer: 0 },
    { kind: 'session', id: 'task:1', layer: 1 },
  ])
})

test('rings end, edges name nodes, and without rings every edge leads down', () => {
  const tasks = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F')
  const sessions = fc.array(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 3 }),
      task_id: tasks,
      depends_on: fc.array(tasks, { maxLength: 3 }),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(sessions, (given) => {
      const { nodes, edges } = chainOf('C', given)
      for (const { from, to } of edges) assert.ok(nodes[from] !== undefined && nodes[to] !== undefined)
      // Letters that only wait for earlier ones make no ring.
      const straight = given.map((each) => ({
        ...each,
        depends_on: each.depends_on.filter((before) => before < each.task_id),
      }))
      const chain = chainOf('C', straight)
      for (const { from, to } of chain.edges) {
        assert.ok((chain.nodes[from]?.layer ?? 0) < (chain.nodes[to]?.layer ?? 0))
      }
    }),
  )
})
