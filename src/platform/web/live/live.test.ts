import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from './backoff.ts'
import { judgeFrame } from './sequence.ts'

test('waits double from half a second to fifteen, spread over their upper half', () => {
  const rows: [number, number, number][] = [
    [0, 0, 250],
    [0, 1, 500],
    [1, 1, 1000],
    [3, 0, 2000],
    [5, 1, 15_000],
    [999, 1, 15_000],
    [999, 0, 7500],
  ]
  for (const [tries, random, ms] of rows) assert.equal(backoffMs(tries, random), ms)
})

test('a snapshot always applies, a change only where it continues', () => {
  assert.equal(judgeFrame({ type: 'snapshot', seq: 3 }, 9, false), 'apply')
  assert.equal(judgeFrame({ type: 'changes', seq: 3 }, null, true), 'gap')
  assert.equal(judgeFrame({ type: 'changes', seq: 4 }, 3, false), 'apply')
  assert.equal(judgeFrame({ type: 'changes', seq: 3 }, 3, false), 'stale')
  assert.equal(judgeFrame({ type: 'changes', seq: 5 }, 3, false), 'gap')
})

test('the first frame of a resumed connection may jump: the service chose it', () => {
  assert.equal(judgeFrame({ type: 'changes', seq: 9 }, 3, true), 'apply')
  assert.equal(judgeFrame({ type: 'changes', seq: 2 }, 3, true), 'stale')
})
