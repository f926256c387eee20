import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findJsonError } from './json-error.ts'

const places = [
  ['', 1, 1],
  ['abc', 1, 1],
  ['{', 1, 2],
  ['{a: 1}', 1, 2],
  ['{"a": 1,}', 1, 9],
  ['{"a" 1}', 1, 6],
  ['{"a": 1} x', 1, 10],
  ['{\n  "a": tru\n}', 2, 8],
  ['[1, 2,, 3]', 1, 7],
  ['{"a": "line\nbreak"}', 1, 12],
  ['{"a": "\\x"}', 1, 8],
  ['// comment\n{}', 1, 1],
  ['{"a": 01}', 1, 8],
] as const

for (const [text, line, column] of places) {
  test(`${JSON.stringify(text)} stops being JSON at line ${line}, column ${column}`, () => {
    assert.deepEqual(findJsonError(text), { line, column })
  })
}

test('it finds a mistake exactly where JSON.parse does', () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '\\', 'x', '\n'))
    .map(([text, at, bit]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + bit + text.slice(place + 1)
    })
  fc.assert(
    fc.property(damaged, (text) => {
      let valid = true
      try {
        JSON.parse(text)
      } catch {
        valid = false
      }
      return (findJsonError(text) === null) === valid
    }),
  )
})
