import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMoment } from './parse-moment.ts'

test('a moment is seconds, minutes and seconds, or hours, too', () => {
  const cases = { '80': 80, '1:20': 80, '1:02:03': 3723, '0:05.5': 5.5, '1:99': null, x: null, '': null, '-3': null }
  for (const [text, seconds] of Object.entries(cases)) assert.equal(parseMoment(text), seconds, text)
})
