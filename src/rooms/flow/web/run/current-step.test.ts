import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caveat, Run, RunDetail, RunStep } from '../../contract.ts'
import { currentStep } from './current-step.ts'

type Row = Partial<Pick<RunStep, 'status' | 'finished_at' | 'caveat' | 'reused'>>

const run: Run = {
  run_id: 'r',
  workflow_id: 's',
  status: 'success',
  trigger: 'manual',
  trigger_by: 'ada',
  input: null,
  created_at: '2026-11-20T08:00:00.000Z',
  started_at: '2026-11-20T08:00:00.000Z',
  finished_at: null,
  error: null,
  caveat: null,
  slot: null,
  retry_of: null,
  usage: null,
}

function answer(rows: Readonly<Record<string, Row>>, more: Partial<Run> = {}): RunDetail {
  const steps = Object.entries(rows).map(([id, row]) => ({
    step_id: id,
    run_id: 'r',
    status: 'success' as const,
    host: null,
    attempt: 1,
    ready_at: null,
    started_at: null,
    finished_at: null,
    output_tail: '',
    output_bytes: 0,
    result: null,
    error: null,
    attempts: [],
    caveat: null,
    reused: false,
    ...row,
  }))
  const drawn = Object.keys(rows).map((id) => ({
    id,
    name: id,
    after: [],
    host: null,
    requires: [],
    timeout_ms: 0,
    retries: 0,
  }))
  return { run: { ...run, ...more }, steps, strand: { id: 's', name: 's', steps: drawn } }
}

const at = (second: number): string => `2026-11-20T08:00:0${second}.000Z`
const notSetUp: Caveat = { kind: 'not_set_up', reason: 'no plugin' }
const notOk: Caveat = { kind: 'not_ok', reason: 'two were left out' }

test('the step of the address is shown, and an unknown one is not', () => {
  const both = answer({ a: { finished_at: at(1) }, b: { finished_at: at(2) } })
  assert.equal(currentStep(both, 'a'), 'a')
  assert.equal(currentStep(both, 'nowhere'), 'b')
})

test('a run opens on what a person looks for first', () => {
  const failed = { status: 'failed', finished_at: at(1) } as const
  const running = { status: 'running' } as const
  const rows: readonly (readonly [RunDetail, string | null])[] = [
    [answer({ a: {}, b: failed, c: { finished_at: at(5) } }, { status: 'failed' }), 'b'],
    [answer({ a: failed, b: running }, { status: 'running' }), 'b'],
    [answer({ a: failed, b: running }, { status: 'failed' }), 'a'],
    [answer({ a: { finished_at: at(1) }, b: { finished_at: at(3) }, c: { finished_at: at(2) } }), 'b'],
    [answer({ a: { finished_at: at(1) }, b: { finished_at: at(3), reused: true } }), 'a'],
    [answer({ a: {}, b: {} }), 'a'],
    [answer({}), null],
  ]
  for (const [each, step] of rows) assert.equal(currentStep(each, ''), step)
})

test('a run with a caveat opens on the step that has the reason', () => {
  const skipped = { status: 'skipped', finished_at: at(2) } as const
  const scrape = { ...skipped, finished_at: at(1), caveat: notSetUp }
  assert.equal(currentStep(answer({ scrape, store: skipped, publish: skipped }, { caveat: notSetUp }), ''), 'scrape')
  const mixed = { a: { finished_at: at(1), caveat: notOk }, b: scrape, c: { finished_at: at(4) } }
  assert.equal(currentStep(answer(mixed, { caveat: notSetUp }), ''), 'b')
  assert.equal(currentStep(answer({ a: mixed.a, c: mixed.c }, { caveat: notOk }), ''), 'a')
  const failed = { status: 'failed', finished_at: at(3) } as const
  assert.equal(currentStep(answer({ ...mixed, c: failed }, { status: 'failed' }), ''), 'c')
})
