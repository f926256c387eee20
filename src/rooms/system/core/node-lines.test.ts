import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NodesTold, ServiceNode } from '#rooms/nodes/contract.ts'
import { nodeLines, nodesInWords } from './node-lines.ts'

const at = '2026-11-22T19:00:00.000Z'
const gibibyte = 1024 ** 3

const node = (change: Partial<ServiceNode> = {}): ServiceNode => ({
  name: 'attic',
  is_here: true,
  standing: 'live',
  hostname: 'box',
  url: null,
  version: '0.2.0',
  capabilities: [],
  started_at: '2026-11-22T18:00:00.000Z',
  clock_ahead_ms: 0,
  last_heartbeat: '2026-11-22T18:59:58.000Z',
  stopped_at: null,
  free_ram: null,
  total_ram: null,
  load: null,
  cores: null,
  ...change,
})

const told = (nodes: ServiceNode[], problem: string | null = null): NodesTold => ({
  here: 'attic',
  as_of: at,
  problem,
  nodes,
})
const other = (change: Partial<ServiceNode>): ServiceNode =>
  node({ name: 'aaa', is_here: false, hostname: 'shed', ...change })

test('each node is told in a line, this one first', () => {
  const rows: [Partial<ServiceNode>, string, string][] = [
    [{}, 'ok', 'on shed, up 1 h 00 min'],
    [
      { free_ram: 3 * gibibyte, total_ram: 8 * gibibyte, load: 1, cores: 4 },
      'ok',
      'on shed, up 1 h 00 min, 3 of 8 GiB free, load 25 %',
    ],
    [{ version: '0.1.0' }, 'warn', "on shed, up 1 h 00 min; its version is 0.1.0, this one's 0.2.0"],
    [
      { standing: 'silent', last_heartbeat: '2026-11-22T18:57:00.000Z' },
      'warn',
      'silent for 3 min: it was killed, or can not reach PostgreSQL',
    ],
    [
      { standing: 'gone', last_heartbeat: '2026-11-20T19:00:00.000Z' },
      'warn',
      'silent for 2 d: it was killed, or can not reach PostgreSQL',
    ],
    [{ standing: 'gone', stopped_at: '2026-11-22T18:59:00.000Z' }, 'ok', 'stopped 1 min ago'],
  ]
  for (const [change, level, text] of rows) {
    assert.deepEqual(nodeLines(told([other(change), node()]), at), [
      { name: 'attic', level: 'ok', text: 'this one, up 1 h 00 min' },
      { name: 'aaa', level, text },
    ])
  }
})

test('all of them are one line, which says first what is wrong', () => {
  const here = 'attic (this one, up 1 h 00 min)'
  assert.deepEqual(nodesInWords(told([node()]), at), { level: 'ok', text: here })
  assert.equal(nodesInWords(told([node(), other({ version: '1' })]), at).level, 'warn')
  const away = nodesInWords(told([node()], 'PostgreSQL does not answer.'), at)
  assert.deepEqual(away, { level: 'warn', text: `PostgreSQL does not answer. Last seen: ${here}` })
  assert.deepEqual(nodesInWords(told([]), at), { level: 'ok', text: 'attic, which has not asked PostgreSQL yet' })
})
