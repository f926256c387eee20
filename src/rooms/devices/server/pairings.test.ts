// Codes that wait: how long, for how many machines, and what taking one back does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairingLifetimeMs } from '../core/pairing/code.ts'
import { createPairings } from './pairings.ts'

const asked = { label: 'forge', tags: ['gpu'], origin: 'http://hub:7420' }

test('a code is good until it is too old, and a mistake in it finds nothing', () => {
  const pairings = createPairings()
  const code = pairings.issue(asked, 1000)
  assert.partialDeepStrictEqual(pairings.find(code, 1000 + pairingLifetimeMs - 1), { ...asked, claimedBy: null })
  assert.equal(pairings.find(code, 1000 + pairingLifetimeMs), null)
  assert.equal(pairings.find(`${code}x`, 1000), null)
})

test('one that waits can be taken back, once; one that a machine claimed can’t', () => {
  const pairings = createPairings()
  const [waits, claimed] = [pairings.issue(asked, 0), pairings.issue(asked, 0)]
  pairings.claim(claimed, 'a key')
  assert.equal(pairings.find(claimed, 0)?.claimedBy, 'a key')
  assert.deepEqual(
    [pairings.cancel(claimed, 0), pairings.cancel(waits, 0), pairings.cancel(waits, 0)],
    [false, true, false],
  )
  assert.deepEqual([pairings.find(claimed, 0) === null, pairings.find(waits, 0)], [false, null])
  assert.equal(pairings.cancel(pairings.issue(asked, 0), pairingLifetimeMs), false, 'too old')
  pairings.claim('never made', 'a key')
  assert.equal(pairings.find('never made', 0), null)
})

test('of many codes the oldest gives way', () => {
  const pairings = createPairings()
  const codes = Array.from({ length: 21 }, () => pairings.issue(asked, 0))
  assert.deepEqual(
    codes.map((code) => pairings.find(code, 0) !== null),
    [false, ...Array.from({ length: 20 }, () => true)],
  )
})
