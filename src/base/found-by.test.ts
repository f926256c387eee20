import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFoundBy, type SearchedText } from './found-by.ts'

test('a word is found anywhere in a text, and in an id only by its first six letters or more', () => {
  const texts: readonly SearchedText[] = ['Fix double Capture', null, { id: '01JD4Q8MFAB3' }]
  const rows: readonly (readonly [string, boolean])[] = [
    ['capture', true],
    ['doubl', true],
    ['fab', false],
    ['8mfab3', false],
    ['01jd4', false],
    ['01jd4q', true],
    ['01jd4q8mfab3', true],
    ['01jd4q8mfab34', false],
    ['null', false],
  ]
  for (const [word, expected] of rows) assert.equal(isFoundBy(word, texts), expected, word)
})
