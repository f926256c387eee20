import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Run } from '../../contract.ts'
import { begun, continued, mergeRuns } from './merge-runs.ts'

/** A run as far as a list reads it, made at the minute of its number. */
function run(minute: number, status: Run['status'] = 'success'): Run {
  const at = `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
  return { run_id: `r${minute}`, created_at: at, status } as Run
}

const from = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => run(newest - index))
const ids = (runs: readonly Run[] | undefined) => runs?.map(({ run_id: id }) => id).join(' ')

test('news come first, in order, each run once and with its newest value', () => {
  const merged = mergeRuns([run(3, 'failed'), run(5)], from(4, 2))
  assert.equal(ids(merged), 'r5 r4 r3 r2')
  assert.equal(merged.find(({ run_id: id }) => id === 'r3')?.status, 'failed')
  const together = [
    { ...run(1), run_id: 'b' },
    { ...run(1), run_id: 'a' },
    { ...run(1), run_id: 'c' },
  ]
  assert.equal(ids(mergeRuns([], together)), 'c b a')
})

test('the newest page is put before the older ones that were read', () => {
  assert.deepEqual(begun(null, { rows: from(9, 7), next: '7' }), { rows: from(9, 7), next: '7' })
  const after = begun({ rows: from(8, 3), next: '3' }, { rows: from(9, 7), next: '7' })
  assert.equal(ids(after.rows), 'r9 r8 r7 r6 r5 r4 r3')
  assert.equal(after.next, '3')
})

test('after a gap of more than a page no run between is skipped: the older ones are asked for again', () => {
  const after = begun({ rows: from(8, 3), next: '3' }, { rows: from(30, 28), next: '28' })
  assert.deepEqual(after, { rows: from(30, 28), next: '28' })
})

test('an older page follows what it was asked for, and nothing else', () => {
  const known = { rows: from(9, 7), next: '7' }
  const page = { rows: from(6, 4), next: '4' }
  assert.equal(ids(continued(known, '7', page)?.rows), 'r9 r8 r7 r6 r5 r4')
  assert.equal(continued(known, '7', page)?.next, '4')
  assert.equal(continued(known, '5', page), known)
  assert.equal(continued(null, '7', page), null)
})
