import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { importJWK, jwtVerify } from 'jose'
import { loadSigner } from '#platform/server/ed25519.ts'
import { signToken } from './device-token.ts'

test('a token is one that the library of the hub takes, for that hub and for two minutes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-token-'))
  const signer = loadSigner(join(folder, 'key'))
  rmSync(folder, { recursive: true })
  const nowMs = Date.parse('2026-11-20T12:00:00.500Z')
  const facts = { deviceId: 'd1', hubId: 'hub', nonce: 'own', thumbprint: 'print', nowMs }
  const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: signer.publicKey }, 'EdDSA')
  const read = (hubNonce: string | null) =>
    jwtVerify(signToken(signer, { ...facts, hubNonce }), key, { audience: 'orrery:hub', currentDate: new Date(nowMs) })
  const { payload, protectedHeader } = await read('asked')
  assert.deepEqual(protectedHeader, { alg: 'EdDSA', typ: 'orrery-device+jwt', kid: 'print' })
  const iat = Math.floor(nowMs / 1000)
  const { exp = 0, ...claims } = payload
  assert.deepEqual(claims, { nonce: 'asked', iss: 'd1', sub: 'd1', aud: 'orrery:hub', iat, jti: 'own' })
  assert.ok(exp > iat && exp <= iat + 120)
  assert.equal((await read(null)).payload['nonce'], undefined)
})
