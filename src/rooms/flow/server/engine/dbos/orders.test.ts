import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newStep, type RunRecord } from '../../../core/record.ts'
import { strandOf } from '../../strands.testkit.ts'
import { fold, isLast } from './orders.ts'

const record = {
  version: null,
  cancelBy: null,
  run: {
    run_id: 'r',
    workflow_id: 's',
    status: 'running',
    trigger: 'manual',
    trigger_by: 'ada',
    input: null,
    created_at: '2026-11-20T12:00:00.000Z',
    started_at: '2026-11-20T12:00:00.000Z',
    finished_at: null,
    error: null,
    caveat: null,
    slot: null,
    retry_of: null,
    usage: null,
  },
} satisfies RunRecord

test('a run is what its entries leave of it: later ones win, and what none names stays', () => {
  const { definition } = strandOf('s', { a: {}, b: {} })
  const [a, b] = [newStep('r', 'a', null), newStep('r', 'b', null)]
  const over: RunRecord = { ...record, run: { ...record.run, status: 'success' } }
  const entries = [
    { run: null, steps: [{ ...a, attempt: 1 }, b] },
    { run: over, steps: [{ ...a, attempt: 2 }] },
  ]
  assert.deepEqual(fold({ record, definition, steps: [a] }, entries), {
    record: over,
    definition,
    steps: [{ ...a, attempt: 2 }, b],
  })
  assert.deepEqual(entries.map(isLast), [false, true])
})
