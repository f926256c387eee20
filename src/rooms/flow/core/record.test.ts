import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginAttempt, endAttempt, endStep, failures, newStep, toRunStep } from './record.ts'

const at = (second: number): string => `2026-11-20T08:00:0${second}.000Z`

test('tries are numbered, end once, and the step began with the first', () => {
  const first = endAttempt(beginAttempt(newStep('r', 's', null), at(1), 'here'), {
    status: 'failed',
    at: at(2),
    error: 'no',
  })
  const second = endStep(beginAttempt(first, at(3), 'there'), { status: 'success', at: at(4), error: null }, { n: 1 })
  assert.deepEqual(second.attempts, [
    { attempt: 1, status: 'failed', started_at: at(1), finished_at: at(2), error: 'no' },
    { attempt: 2, status: 'success', started_at: at(3), finished_at: at(4), error: null },
  ])
  const { status, attempt, host, started_at: started, finished_at: finished, result, error } = second
  assert.deepEqual(
    [status, attempt, host, started, finished, result, error],
    ['success', 2, 'there', at(1), at(4), { n: 1 }, null],
  )
  assert.deepEqual([failures(second), failures(newStep('r', 's', null))], [1, 0])
})

test('a try that ended is not ended again', () => {
  const ended = endAttempt(beginAttempt(newStep('r', 's', null), at(1), null), {
    status: 'failed',
    at: at(2),
    error: 'first',
  })
  const again = endAttempt(ended, { status: 'cancelled', at: at(5), error: 'second' })
  assert.deepEqual(again.attempts, ended.attempts)
})

test('a step that a retry took over says so on the wire, and a caveat is read from its result', () => {
  const step = endStep(newStep('r', 's', null), { status: 'success', at: at(1), error: null }, { ok: false })
  assert.deepEqual([toRunStep(step).reused, toRunStep({ ...step, reusedFrom: 'before' }).reused], [false, true])
  assert.equal(toRunStep(step).caveat?.kind, 'not_ok')
})
