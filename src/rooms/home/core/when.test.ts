import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs, hourMs, minuteMs, secondMs, toIso } from '#base/time.ts'
import { sayWhen } from './when.ts'

const now = Date.parse('2026-11-20T10:00:00.000Z')

test('a moment is said by how far it is away', () => {
  const rows: [number, string | RegExp][] = [
    [-5 * secondMs, 'just now'],
    [-12 * minuteMs, '12 min ago'],
    [-(9 * hourMs + 4 * minuteMs), '9 h 04 min ago'],
    [-dayMs, '1 d ago'],
    [-3 * dayMs - hourMs, '3 d ago'],
    [20 * secondMs, 'in less than a minute'],
    [41 * minuteMs, 'in 41 min'],
    [2 * dayMs, /^Sun \d\d:\d\d$/],
    [6 * dayMs + hourMs, /^26 Nov \d\d:\d\d$/],
    [20 * dayMs, /^10 Dec \d\d:\d\d$/],
  ]
  for (const [away, expected] of rows) {
    const said = sayWhen(toIso(now + away), now)
    if (typeof expected === 'string') assert.equal(said, expected)
    else assert.match(said, expected)
  }
})
