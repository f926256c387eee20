import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '#base/time.ts'
import { readVisit, visitAt, writeVisit, type Visit } from './visit.ts'

const now = 1000 * hourMs

test('a visit ends after half an hour away; a reload goes on with it', () => {
  const rows: [string, Visit | null, number | null][] = [
    ['never here', null, null],
    ['a reload on the first visit', { seenMs: now - 1000, sinceMs: null }, null],
    ['a reload', { seenMs: now - 1000, sinceMs: now - 9 * hourMs }, now - 9 * hourMs],
    ['after 29 minutes', { seenMs: now - 29 * minuteMs, sinceMs: 5 }, 5],
    ['after half an hour', { seenMs: now - 30 * minuteMs, sinceMs: 5 }, now - 30 * minuteMs],
    ['after the night', { seenMs: now - 10 * hourMs, sinceMs: 5 }, now - 10 * hourMs],
    ['a clock that went back', { seenMs: now + hourMs, sinceMs: 5 }, null],
  ]
  for (const [what, kept, since] of rows) {
    assert.deepEqual(visitAt(kept, now), { seenMs: now, sinceMs: since }, what)
  }
})

test('what is kept is read back, and anything else is none', () => {
  for (const visit of [
    { seenMs: 12, sinceMs: null },
    { seenMs: 12, sinceMs: 3 },
  ]) {
    assert.deepEqual(readVisit(writeVisit(visit)), visit)
  }
  for (const text of [null, '', '12', 'a b', '1 2x', '-1 3']) assert.equal(readVisit(text), null)
})
