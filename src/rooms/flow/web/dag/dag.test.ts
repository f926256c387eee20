import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StrandStep } from '../../contract.ts'
import { layOut, nodeHeight, nodeWidth } from './dag-layout.ts'
import { nextNode } from './dag-keys.ts'

const step = (id: string, ...after: string[]): StrandStep => ({
  id,
  name: id,
  after,
  host: null,
  requires: [],
  timeout_ms: 1000,
  retries: 0,
})

const fan = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c'), step('e', 'a', 'd')]

test('what comes after stands further right, nothing lies on anything else, and each dependency has its line', () => {
  const { nodes, lines, width, height } = layOut(fan)
  const at = new Map(nodes.map((node) => [node.step.id, node]))
  for (const { step: each } of nodes)
    for (const before of each.after) assert.ok((at.get(before)?.x ?? 0) + nodeWidth < (at.get(each.id)?.x ?? 0))
  for (const one of nodes)
    for (const other of nodes)
      if (one !== other)
        assert.ok(Math.abs(one.x - other.x) >= nodeWidth || Math.abs(one.y - other.y) >= nodeHeight, one.step.id)
  assert.deepEqual(lines.map(({ from, to }) => `${from}${to}`).toSorted(), ['ab', 'ac', 'ae', 'bd', 'cd', 'de'])
  for (const { path } of lines) assert.match(path, /^M[\d.]+ [\d.]+(C[\d. ]+)+$/)
  assert.ok(width > 0 && height > 0)
})

test('a strand of one step, and one with a dependency that is gone, are drawn', () => {
  assert.equal(layOut([step('only')]).nodes.length, 1)
  assert.equal(layOut([step('a', 'nobody')]).lines.length, 0)
})

test('what was written first stands at the top', () => {
  const parallel = ['unit', 'e2e', 'lint', 'build'].map((id) => step(id, 'fetch'))
  const { nodes } = layOut([step('fetch'), ...parallel, step('done', 'unit', 'e2e', 'lint', 'build')])
  const order = nodes.filter(({ step: { after } }) => after[0] === 'fetch').toSorted((a, b) => a.y - b.y)
  assert.deepEqual(
    order.map(({ step: { id } }) => id),
    ['unit', 'e2e', 'lint', 'build'],
  )
})

test('arrow keys follow the lines and the ranks', () => {
  const layout = layOut(fan)
  assert.ok(['b', 'c'].includes(nextNode(layout, 'a', 'ArrowRight') ?? ''))
  assert.equal(nextNode(layout, 'b', 'ArrowLeft'), 'a')
  const [upper = '', lower = ''] = layout.nodes
    .filter(({ step: { id } }) => id === 'b' || id === 'c')
    .toSorted((one, other) => one.y - other.y)
    .map(({ step: { id } }) => id)
  assert.equal(nextNode(layout, upper, 'ArrowDown'), lower)
  assert.equal(nextNode(layout, lower, 'ArrowUp'), upper)
  assert.equal(nextNode(layout, 'a', 'ArrowLeft'), null)
  assert.equal(nextNode(layout, 'e', 'ArrowLeft'), 'd')
  assert.equal(nextNode(layout, 'e', 'ArrowRight'), null)
})
