// What people type into the vault.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identityIn, problemOfValue, recoveryFile, showsIdentity, valueTyped } from './typed.ts'

const identity = `AGE-SECRET-KEY-1${'Q'.repeat(52)}ABCDEF`.replace(/[B]/g, 'Z')

test('a value is taken as it is, but for the line break behind it', () => {
  assert.equal(valueTyped('secret\n'), 'secret')
  assert.equal(valueTyped(' two\nlines\r\n'), ' two\nlines')
  assert.equal(problemOfValue('12345678'), null)
  for (const value of ['', '1234567', '       1', 'nul\0nulnul', 'x'.repeat(8193)])
    assert.notEqual(problemOfValue(value), null)
})

test('the identity is found in a pasted file, and shown by its end', () => {
  assert.equal(identityIn(recoveryFile(identity, 'age1x', '20 November 2026')), identity)
  assert.equal(identityIn(identity.toLowerCase()), identity)
  assert.equal(identityIn('age1qqq'), null)
  assert.equal(showsIdentity(` ${identity.slice(-6).toLowerCase()} `, identity), true)
  for (const typed of ['', identity.slice(-5), 'QQQQQQ']) assert.equal(showsIdentity(typed, identity), false, typed)
})
