import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '#base/time.ts'
import { windowOf, type AskedSince } from './since.ts'

const now = 100 * dayMs
const visit = (agoMs: number): AskedSince => ({ kind: 'visit', atMs: now - agoMs })
const span = (agoMs: number): AskedSince => ({ kind: 'span', atMs: now - agoMs })

test('without a visit it is the last day, with one since then, at most a week; and which it is, is said', () => {
  const rows: [string, AskedSince, number, string][] = [
    ['never here', null, dayMs, 'in the last 24 h'],
    ['half an hour ago', visit(30 * minuteMs), 30 * minuteMs, 'since your last visit, 30 min ago'],
    ['right now', visit(0), 0, 'since your last visit, 1 min ago'],
    ['an hour ago', visit(hourMs), hourMs, 'since your last visit, 1 h ago'],
    ['the evening before', visit(14 * hourMs + minuteMs), 14 * hourMs + minuteMs, 'since your last visit, 14 h ago'],
    ['three days ago', visit(3 * dayMs), 3 * dayMs, 'since your last visit, 3 d ago'],
    ['a year ago', visit(365 * dayMs), 7 * dayMs, 'in the last 7 d'],
    ['a clock that went back', visit(-hourMs), dayMs, 'in the last 24 h'],
    ['eight hours', span(8 * hourMs), 8 * hourMs, 'in the last 8 h'],
  ]
  for (const [what, asked, agoMs, said] of rows) {
    assert.deepEqual(windowOf(asked, now), { sinceMs: now - agoMs, said, nowMs: now }, what)
  }
})
