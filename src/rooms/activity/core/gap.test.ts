import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs } from '#base/time.ts'
import { wordsOfGap } from './gap.ts'

test('a gap says how long it was, and whether somebody wanted it', () => {
  const cases = [
    [14 * minuteMs, true, 'did not run for 14 min'],
    [14 * minuteMs, false, 'did not run for up to 14 min: it had ended unexpectedly'],
    [200, true, 'started again'],
    [999, true, 'started again'],
    [1000, true, 'did not run for 1 s'],
    [-5000, false, 'started again after it ended unexpectedly'],
  ] as const
  for (const [ms, wasStopped, words] of cases)
    assert.equal(wordsOfGap({ fromMs: minuteMs, toMs: minuteMs + ms, wasStopped }), words)
})
