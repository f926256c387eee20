import assert from 'node:assert/strict'
import { test } from 'node:test'
import { troublesOf, versionText, type PostgresSeen } from './postgres-look.ts'

const fine: PostgresSeen = {
  version: 150_004,
  encoding: 'UTF8',
  mayCreate: true,
  isEncrypted: true,
  isLoopback: false,
  hearsNotices: true,
  connections: 97,
  nodes: 7,
  aheadMs: 200,
}

test('nothing is said of one that is well', () => {
  assert.deepEqual(troublesOf(fine), [])
  assert.deepEqual(troublesOf({ ...fine, isEncrypted: false, isLoopback: true }), [])
})

for (const [change, isBroken, says] of [
  [{ hearsNotices: false }, true, /pooler/],
  [{ mayCreate: false }, true, /schemas/],
  [{ encoding: 'LATIN1' }, true, /LATIN1/],
  [{ version: 140_011 }, false, /PostgreSQL 14\.11 is older/],
  [{ isEncrypted: false }, false, /not encrypted/],
  [{ nodes: 8 }, false, /8 nodes take up to 104 connections, and it allows 97/],
  [{ aheadMs: 120_000 }, false, /120 s ahead of PostgreSQL/],
  [{ aheadMs: -31_000 }, false, /31 s behind PostgreSQL/],
] as const) {
  test(`${JSON.stringify(change)} is told, with what to do`, () => {
    const [trouble, ...others] = troublesOf({ ...fine, ...change })
    assert.deepEqual(others, [])
    assert.equal(trouble?.isBroken, isBroken)
    assert.match(trouble?.says ?? '', says)
    assert.notEqual(trouble?.hint, '')
  })
}

test('what nothing works without is told first', () => {
  const told = troublesOf({ ...fine, version: 90_600, mayCreate: false }).map(({ isBroken }) => isBroken)
  assert.deepEqual(told, [true, false])
  assert.equal(versionText(160_001), '16.1')
})
