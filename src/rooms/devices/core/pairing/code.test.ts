import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  codeBytes,
  codeFrom,
  codeInGroups,
  pairingLifetimeMs,
  readCode,
  readInvitation,
  writeInvitation,
} from './code.ts'

const hubHash = 'AAAAAAAAAAAAAAAAAAAAAA'

test('a code is ten characters that nobody mistakes, and is read however it was typed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes }), (random) => {
      const code = codeFrom(random)
      assert.match(code, /^[0-9A-HJKMNP-TV-Z]{10}$/)
      assert.equal(readCode(codeInGroups(code)), code)
      assert.equal(readCode(` ${code.slice(0, 5)}-${code.slice(5).toLowerCase()}\n`), code)
      assert.deepEqual(readInvitation(writeInvitation({ code, hubHash })), { code, hubHash })
    }),
  )
})

test('letters that Crockford leaves out are read as what they look like', () => {
  assert.equal(readCode('oOiIlL2345'), '0011112345')
})

test('what is no code is none', () => {
  for (const typed of ['', 'ABC', 'ABCDEFGHJKM', 'ABCDEFGHJU', 'ABCDEFGH_J', 'ÀBCDEFGHJK']) {
    assert.equal(readCode(typed), null, typed)
  }
})

test('an invitation has both parts', () => {
  const rows = [
    'ABCDEFGHJK',
    `ABCDEFGHJK.${hubHash}.x`,
    `ABCDEFGHJK.${hubHash}A`,
    `.${hubHash}`,
    `ABC.${hubHash}`,
    'ABCDEFGHJK.',
  ]
  for (const typed of rows) assert.equal(readInvitation(typed), null, typed)
})

test('a code is good for ten minutes, as the page and the command line say', () => {
  assert.equal(pairingLifetimeMs, 600_000)
})
