import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysThatDiffer } from './known-keys.ts'

const rows = [
  ['nothing', { a: '1' }, { a: '1' }, []],
  ['another value', { a: '1', b: '1' }, { a: '2', b: '1' }, ['a']],
  ['a new key, and one that is gone', { a: '1' }, { b: '1' }, ['b', 'a']],
] as const

for (const [name, before, now, expected] of rows) {
  test(`what differs: ${name}`, () => assert.deepEqual(keysThatDiffer(before, now), expected))
}
