import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Run } from '../contract.ts'
import { isLarge, smallRun } from './small-run.ts'

const run: Run = {
  run_id: 'r',
  workflow_id: 's',
  status: 'success',
  trigger: 'manual',
  trigger_by: 'ada',
  input: null,
  created_at: '2026-11-20T08:00:00.000Z',
  started_at: null,
  finished_at: null,
  error: null,
  caveat: null,
  slot: null,
  retry_of: null,
  usage: null,
}

test('a value of 64 KiB of JSON travels with its run, a larger one stays behind', () => {
  // Two quotes belong to its JSON.
  const largest = 'x'.repeat(64 * 1024 - 2)
  assert.deepEqual([isLarge(null), isLarge(largest), isLarge(`${largest}x`)], [false, false, true])
  assert.equal(smallRun({ ...run, input: largest }).input, largest)
  assert.equal(smallRun({ ...run, input: `${largest}x` }).input, null)
  assert.equal(smallRun(run), run)
})
