import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noProgress, progressOf, type CountedChild } from './progress.ts'

const leaf = (isDone: boolean): CountedChild => ({ isDone, progress: noProgress })
const holder = (done: number, total: number, isDone = false): CountedChild => ({ isDone, progress: { done, total } })

const rows: readonly (readonly [string, CountedChild[], number, number])[] = [
  ['nothing', [], 0, 0],
  ['an open and a done task', [leaf(false), leaf(true)], 1, 2],
  ['a done story counts by what it holds', [holder(1, 3, true)], 1, 3],
  ['an open story whose tasks are all done', [holder(2, 2)], 2, 2],
  ['stories beside tasks', [holder(1, 4), leaf(true), leaf(false)], 2, 6],
]

for (const [name, children, done, total] of rows) {
  test(`progress over ${name} is ${done} of ${total}`, () => assert.deepEqual(progressOf(children), { done, total }))
}
