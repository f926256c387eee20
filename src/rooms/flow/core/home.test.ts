import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleStrand } from '../../../testing/sample-strand.testkit.ts'
import type { Run } from '../contract.ts'
import { nextBlock, ranBlock, type RunTally } from './home.ts'

const minute = (at: number): string => `2026-11-20T10:${String(at).padStart(2, '0')}:00.000Z`
const run = (fields: Partial<Run>): Run => ({
  run_id: 'r',
  workflow_id: 's',
  status: 'success',
  trigger: 'cron',
  trigger_by: 'schedule',
  input: null,
  created_at: minute(0),
  started_at: minute(0),
  finished_at: minute(1),
  error: null,
  caveat: null,
  slot: null,
  retry_of: null,
  usage: null,
  ...fields,
})
const tally = (runs: number, failed: number, told: Run): RunTally => ({ runs, failed, told, last: told })
const said = { said: 'in the last 24 h' }
const strandOf = (id: string) => (id === 'gone' ? null : sampleStrand({ id, name: `Strand ${id}` }))

test('failures are told first, then what was not ok, then the rest; each the latest first', () => {
  const block = ranBlock(
    [
      tally(1, 0, run({ workflow_id: 'well', finished_at: minute(9) })),
      tally(3, 1, run({ workflow_id: 'broke', status: 'failed', finished_at: minute(2) })),
      tally(1, 0, run({ workflow_id: 'odd', caveat: { kind: 'not_ok', reason: 'drift' } })),
      tally(1, 1, run({ workflow_id: 'gone', status: 'failed', finished_at: minute(5) })),
      tally(9, 0, run({ workflow_id: 'unset', caveat: { kind: 'not_set_up', reason: 'no gateway' } })),
    ],
    strandOf,
    said,
  )
  assert.deepEqual(
    block.rows.map(({ title, state }) => [title, state]),
    [
      ['gone', 'failed'],
      ['Strand broke', 'failed'],
      ['Strand odd', 'not_ok'],
      ['Strand well', 'success'],
    ],
  )
  assert.equal(block.note, 'in the last 24 h')
})

test('a row says how often a strand ran and failed, why, and whether it is well since', () => {
  const broke = run({ run_id: 'b', status: 'failed', error: 'exit 1' })
  const rows: [RunTally, string][] = [
    [tally(1, 0, run({})), 'ran once, all well'],
    [tally(96, 0, run({})), 'ran 96 times, all well'],
    [tally(1, 1, broke), 'failed: exit 1'],
    [tally(3, 3, broke), 'failed all 3 times: exit 1'],
    [{ ...tally(12, 2, broke), last: run({ run_id: 'l' }) }, 'failed 2 of 12 times, well since: exit 1'],
    [tally(12, 2, broke), 'failed 2 of 12 times: exit 1'],
    [tally(1, 0, run({ caveat: { kind: 'not_ok', reason: 'check: drift' } })), 'ran once: check: drift'],
  ]
  for (const [one, expected] of rows) assert.equal(ranBlock([one], strandOf, said).rows[0]?.text, expected)
})

test('what runs next is told the soonest first, with its time in words and what it does', () => {
  const block = nextBlock([
    sampleStrand({
      id: 'late',
      name: 'Late',
      next_runs: [minute(30)],
      schedule_words: 'every hour',
      description: 'GC.',
    }),
    sampleStrand({ id: 'hand', name: 'By hand' }),
    sampleStrand({
      id: 'soon',
      name: '🦞 Soon',
      origin: 'synthetic',
      next_runs: [minute(5), minute(10)],
      schedule: 'every 5m',
    }),
  ])
  assert.deepEqual(
    block.rows.map(({ title, text, at, state }) => [title, text, at, state]),
    [
      ['Soon', 'every 5m', minute(5), 'idle'],
      ['Late', 'every hour: GC.', minute(30), 'idle'],
    ],
  )
})
