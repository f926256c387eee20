import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromBase64url, toBase64url } from '#base/base64url.ts'
import { fingerprintOf, firstParts, secondParts } from '#base/fingerprint.ts'
import { canonicalJson, claimText, thumbprintText } from './signed-texts.ts'

test('base64url is the text that Node writes, and reads back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const text = toBase64url(bytes)
      assert.equal(text, Buffer.from(bytes).toString('base64url'))
      assert.deepEqual(fromBase64url(text), Uint8Array.from(bytes))
    }),
  )
})

test('a text that no bytes have is none', () => {
  for (const text of ['A', 'AAAAA', 'AA==', 'AB', 'A+', 'A/', 'Ä', 'AA\n'])
    assert.equal(fromBase64url(text), null, text)
  assert.deepEqual(fromBase64url(''), new Uint8Array())
})

test('a fingerprint is six words of 4096, each 12 bits of the hash', () => {
  assert.equal(new Set(firstParts.flatMap((first) => secondParts.map((second) => first + second))).size, 4096)
  const zero = fingerprintOf(new Uint8Array(32))
  assert.deepEqual(
    zero,
    Array.from({ length: 6 }, () => 'amberanchor'),
  )
  const last = fingerprintOf(new Uint8Array(32).fill(0xff))
  assert.deepEqual(
    last,
    Array.from({ length: 6 }, () => 'winterwolf'),
  )
  // 0x000 0x001 0x040 0x041 0xfff 0x03f
  const some = Uint8Array.of(0x00, 0x00, 0x01, 0x04, 0x00, 0x41, 0xff, 0xf0, 0x3f, ...new Uint8Array(23))
  const words = ['amberanchor', 'amberbell', 'appleanchor', 'applebell', 'winterwolf', 'amberwolf']
  assert.deepEqual(fingerprintOf(some), words)
})

test('two hashes that differ in their first 72 bits have different words', () => {
  const bytes = fc.uint8Array({ minLength: 9, maxLength: 9 })
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const same = Buffer.from(one).equals(Buffer.from(other))
      assert.equal(fingerprintOf(one).join() === fingerprintOf(other).join(), same)
    }),
  )
})

test('canonical JSON is one text for one value, whatever the order of its keys', () => {
  assert.equal(canonicalJson({ b: [1, { d: null, c: 'ü"' }], a: true }), '{"a":true,"b":[1,{"c":"ü\\"","d":null}]}')
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed())
      assert.equal(canonicalJson(value), canonicalJson(reversed))
      assert.deepEqual({ ...(JSON.parse(canonicalJson(value)) as object) }, { ...value })
    }),
  )
})

test('the thumbprint is that of RFC 8037', () => {
  const text = thumbprintText('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')
  const thumbprint = createHash('sha256').update(text).digest('base64url')
  assert.equal(thumbprint, 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
})

test('the claim is signed with its origin, its code and every field', () => {
  const fields = {
    public_key: 'k',
    age_recipient: 'age1x',
    label: null,
    hostname: 'forge',
    private_ip: null,
    platform: 'linux',
    version: '1',
    protocol: { min: 1, max: 1 },
    capabilities: [],
    installedHarnesses: [],
    nonce: 'n',
  }
  assert.equal(
    claimText('https://hub.example', 'ABCDEFGHJK', fields),
    'orrery.pair.v1\nhttps://hub.example\nABCDEFGHJK\n{"age_recipient":"age1x","capabilities":[],"hostname":"forge","installedHarnesses":[],"label":null,"nonce":"n","platform":"linux","private_ip":null,"protocol":{"max":1,"min":1},"public_key":"k","version":"1"}',
  )
})
