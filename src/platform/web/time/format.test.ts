import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration } from '#base/duration.ts'
import { formatAgo, formatCount, formatShort } from './format.ts'

const s = 1000
const min = 60 * s
const h = 60 * min
const d = 24 * h

test('a duration names two units where the second says something', () => {
  const rows: [number, string, string][] = [
    [-5 * s, '0 s', '0 s'],
    [8 * s, '8 s', '8 s'],
    [59.9 * s, '59 s', '59 s'],
    [12 * min, '12 min', '12 min'],
    [h + 4 * min, '1 h 04 min', '1 h'],
    [23 * h + 59 * min, '23 h 59 min', '23 h'],
    [2 * d, '2 d', '2 d'],
    [2 * d + 3 * h, '2 d 3 h', '2 d'],
  ]
  for (const [ms, long, short] of rows) {
    assert.equal(formatDuration(ms), long)
    assert.equal(formatShort(ms), short)
  }
})

test('less than a second ago is now', () => {
  assert.equal(formatAgo(-3 * s), 'now')
  assert.equal(formatAgo(999), 'now')
  assert.equal(formatAgo(31 * s), '31 s ago')
})

test('thousands are set apart by a thin space', () => {
  assert.equal(formatCount(999), '999')
  assert.equal(formatCount(18204), '18\u2009204')
  assert.equal(formatCount(1234567), '1\u2009234\u2009567')
})
