import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usageOfTree, type ProcessRow } from './process-tree.ts'

const row = (pid: number, parentPid: number, cpuMs: number): ProcessRow => {
  return { pid, parentPid, name: `p${pid}`, cpuMs, memoryBytes: pid * 100 }
}

test('a tree is its roots with all below them, each with what it used between the looks', () => {
  const after = [row(1, 0, 9000), row(10, 1, 300), row(11, 10, 50), row(12, 11, 20), row(20, 1, 70), row(30, 2, 5)]
  const before = new Map([
    [10, 200],
    [11, 50],
    [20, 70],
  ])
  assert.deepEqual(usageOfTree([10, 30, 99], { before, after, tookMs: 200 }), [
    { pid: 10, parentPid: 1, name: 'p10', cpuPercent: 50, memoryBytes: 1000 },
    { pid: 30, parentPid: 2, name: 'p30', cpuPercent: 2.5, memoryBytes: 3000 },
    { pid: 11, parentPid: 10, name: 'p11', cpuPercent: 0, memoryBytes: 1100 },
    { pid: 12, parentPid: 11, name: 'p12', cpuPercent: 10, memoryBytes: 1200 },
  ])
})

test('a pid that was given to another process meanwhile, and looks without time between, count as nothing', () => {
  const after = [row(10, 1, 5)]
  assert.equal(usageOfTree([10], { before: new Map([[10, 400]]), after, tookMs: 100 })[0]?.cpuPercent, 0)
  assert.equal(usageOfTree([10], { before: new Map(), after, tookMs: 0 })[0]?.cpuPercent, 0)
})

test('processes that name each other as parents are counted once', () => {
  const after = [row(10, 11, 1), row(11, 10, 1)]
  assert.equal(usageOfTree([10], { before: new Map(), after, tookMs: 100 }).length, 2)
})
