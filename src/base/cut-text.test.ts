import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText } from './cut-text.ts'

test('a text is cut to its limit, and never through a character', () => {
  const rows: [string, number, string][] = [
    ['short', 5, 'short'],
    ['longer', 5, 'longe'],
    ['abc😀', 4, 'abc'],
    ['abc😀', 5, 'abc😀'],
    ['abc😀d', 5, 'abc😀'],
    ['😀', 1, ''],
    ['', 0, ''],
  ]
  for (const [text, limit, cut] of rows) assert.equal(cutText(text, limit), cut)
})
