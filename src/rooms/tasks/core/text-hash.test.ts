import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textHash } from './text-hash.ts'

/** Hashes are stored: another function would call every description changed. */
const known: readonly (readonly [string, string])[] = [
  ['', ''],
  ['a', '262p94epp1d.1'],
  ['Fix the login page', '16wr3q5g0im.i'],
  ['長い文', '1zbps43askp.3'],
]

for (const [text, hash] of known) {
  test(`the hash of ${JSON.stringify(text)} is ${JSON.stringify(hash)}`, () => assert.equal(textHash(text), hash))
}
