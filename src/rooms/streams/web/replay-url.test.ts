import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hrefOfReplay } from './replay-url.ts'

test('a replay has an address, and each of its moments', () => {
  assert.equal(hrefOfReplay('a b'), '/sessions/a%20b/replay')
  assert.equal(hrefOfReplay('x', { t: 12.5 }), '/sessions/x/replay?t=12.5')
  assert.equal(hrefOfReplay('x', { file: '/p/a b&c.ts' }), '/sessions/x/replay?file=%2Fp%2Fa+b%26c.ts')
})
