import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonParts } from './json-parts.ts'

test('names and values are told apart, and nothing of the text is lost', () => {
  const text = JSON.stringify({ a: 'x: "y"', 'b c': [1, -2.5e3, true, null] }, null, 2)
  const parts = jsonParts(text)
  assert.equal(parts.map((part) => part.text).join(''), text)
  const ofKind = (kind: string) => parts.filter((part) => part.kind === kind).map((part) => part.text)
  assert.deepEqual(ofKind('name'), ['"a"', '"b c"'])
  assert.deepEqual(ofKind('value'), [String.raw`"x: \"y\""`, '1', '-2500', 'true', 'null'])
})
