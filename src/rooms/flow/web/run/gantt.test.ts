import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIso } from '#base/time.ts'
import type { RunStep } from '../../contract.ts'
import { axisOf, barsOf, presentOf, waitedMs } from './gantt.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')
const at = (seconds: number): string => toIso(start + seconds * 1000)
const run = (finished: number | null) => ({
  created_at: at(-5),
  started_at: at(0),
  finished_at: finished === null ? null : at(finished),
})

function step(more: Partial<RunStep>): RunStep {
  return {
    step_id: 's',
    run_id: 'r',
    status: 'success',
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
    ...more,
  }
}

const tried = (status: 'failed' | 'success' | 'running', from: number, to: number | null) => ({
  attempt: 1,
  status,
  started_at: at(from),
  finished_at: to === null ? null : at(to),
  error: null,
})

test('the axis has even lines and holds the whole run', () => {
  const rows = [
    [0.04, ['0', '10 ms', '20 ms', '30 ms', '40 ms']],
    [1.1, ['0', '0.5 s', '1 s', '1.5 s', '2 s']],
    [192, ['0', '1:00', '2:00', '3:00', '4:00']],
    [9000, ['0', '0:30 h', '1:00 h', '1:30 h', '2:00 h']],
    [400_000, ['0', '24:00 h', '48:00 h', '72:00 h', '96:00 h']],
  ] as const
  for (const [seconds, labels] of rows) {
    const axis = axisOf(run(seconds), start)
    if (seconds !== 9000) assert.deepEqual(axis.labels, labels)
    assert.ok(axis.spanMs >= seconds * 1000)
    assert.equal(axis.now, null)
  }
  assert.equal(axisOf(run(null), start + 240_000).now, 0.8)
})

test('an axis reaches over what was told of the steps, though the page’s present is of a moment before', () => {
  const steps = [step({ attempts: [tried('success', 0, 40)] }), step({ attempts: [] })]
  const nowMs = presentOf(steps, start + 2000)
  assert.equal(nowMs, start + 40_000)
  assert.equal(presentOf(steps, start + 41_000), start + 41_000)
  const axis = axisOf(run(null), nowMs)
  assert.ok(axis.spanMs >= 40_000)
  const [bar] = steps.flatMap((each) => barsOf(each, axis, nowMs))
  assert.equal((bar?.size ?? 0) * axis.spanMs, 40_000)
})

test('a retried step shows each try, the wait before the first and the wait between them', () => {
  const axis = axisOf(run(500), start)
  const retried = step({ ready_at: at(0), attempts: [tried('failed', 50, 100), tried('success', 150, 250)] })
  assert.deepEqual(
    barsOf(retried, axis, start).map(({ kind, status, from, size }) => [
      kind,
      status,
      Math.round(from * axis.spanMs) / 1000,
      Math.round(size * axis.spanMs) / 1000,
    ]),
    [
      ['wait', 'waiting', 0, 50],
      ['try', 'failed', 50, 50],
      ['wait', 'waiting', 100, 50],
      ['try', 'success', 150, 100],
    ],
  )
  assert.equal(waitedMs(retried, start), 50_000)
})

test('the try that counts is drawn as its step is, not as the success that it also was', () => {
  const axis = axisOf(run(500), start)
  const drawn = (more: Partial<RunStep>) => barsOf(step(more), axis, start).map(({ status, title }) => [status, title])
  const notOk = { kind: 'not_ok', reason: 'nothing came' } as const
  const tries = [tried('failed', 1, 2), tried('success', 2, 3)]
  assert.deepEqual(drawn({ attempts: tries, caveat: notOk }), [
    ['failed', 'failed'],
    ['not_ok', 'not ok'],
  ])
  const notSetUp = { kind: 'not_set_up', reason: 'no store' } as const
  assert.deepEqual(drawn({ status: 'skipped', attempts: [tried('success', 1, 2)], caveat: notSetUp }), [
    ['not_set_up', 'not set up'],
  ])
  assert.deepEqual(drawn({ attempts: tries }).at(-1), ['success', 'success'])
})

test('what runs ends now, what waits waits until now, and what was taken over has no bar', () => {
  const now = start + 60_000
  const axis = axisOf(run(null), now)
  const ms = (value: number | undefined) => Math.round((value ?? 0) * axis.spanMs)
  const running = barsOf(step({ status: 'running', attempts: [tried('running', 10, null)] }), axis, now)
  assert.deepEqual([running.length, ms(running[0]?.from), ms(running[0]?.size)], [1, 10_000, 50_000])
  const waiting = barsOf(step({ status: 'queued', ready_at: at(20) }), axis, now)
  assert.deepEqual([waiting[0]?.kind, ms(waiting[0]?.size)], ['wait', 40_000])
  assert.deepEqual(barsOf(step({ status: 'queued' }), axis, now), [])
  assert.deepEqual(barsOf(step({ reused: true, started_at: at(-99), finished_at: at(-90) }), axis, now), [])
  assert.equal(barsOf(step({ started_at: at(1), finished_at: at(2) }), axis, now)[0]?.kind, 'try')
})
