import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutText, oneLine, shortened } from './cut-text.ts'

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

test('a shortened text ends in … within its limit, and never in half a character', () => {
  assert.equal(shortened('12345', 5), '12345')
  assert.equal(shortened('123456', 5), '1234…')
  assert.equal(shortened('123🪐5', 5), '123…')
  assert.equal(shortened('', 5), '')
})

test('a reason becomes one line within its limit, and well-formed', () => {
  assert.equal(oneLine('  no\n  answer\t', 20), 'no answer')
  assert.equal(oneLine('no\n answer', 9), 'no answer')
  assert.equal(oneLine('no\n answers', 9), 'no answe…')
  assert.equal(oneLine('a\ud800b', 9), 'a\ufffdb')
})
