import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processLines } from './process-lines.ts'

const process = (pid: number, parent: number, name = `p${pid}`) => ({ pid, parent_pid: parent, name })
const drawn = (...processes: ReturnType<typeof process>[]) =>
  processLines(processes).map(({ branch, process: { name } }) => `${branch}${name}`)

test('each process stands below the one that started it', () => {
  assert.deepEqual(drawn(process(14, 11), process(10, 1), process(13, 12), process(11, 10), process(12, 10)), [
    'p10',
    '├ p11',
    '│ └ p14',
    '└ p12',
    '  └ p13',
  ])
})

test('one whose parent has ended is a root beside the others', () => {
  assert.deepEqual(drawn(process(20, 7), process(21, 20), process(30, 1)), ['p20', '└ p21', 'p30'])
})

test('processes that name each other as parents are drawn once each', () => {
  assert.deepEqual(drawn(process(1, 2), process(2, 1)), ['p1', '└ p2'])
  assert.deepEqual(drawn(), [])
})
