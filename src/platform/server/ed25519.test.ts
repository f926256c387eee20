import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isSignedBy, loadSigner, readSigner } from './ed25519.ts'

test('a key is made once, for its owner alone, and signs for others to check', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'key')
  assert.equal(readSigner(path), null)
  const signer = loadSigner(path)
  assert.match(signer.publicKey, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(loadSigner(path).publicKey, signer.publicKey)
  const signature = signer.sign('ein Wört')
  assert.equal(isSignedBy(signer.publicKey, 'ein Wört', signature), true)
  assert.equal(isSignedBy(signer.publicKey, 'ein Wort', signature), false)
  assert.equal(isSignedBy(loadSigner(join(folder, 'other')).publicKey, 'ein Wört', signature), false)
})

test('what is no key and no signature proves nothing', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const signer = loadSigner(join(folder, 'key'))
  for (const key of ['', 'AAAA', 'not base64', 'A'.repeat(43), 'A'.repeat(500)]) {
    assert.equal(isSignedBy(key, 'text', signer.sign('text')), false, key)
  }
  for (const signature of ['', 'AAAA', 'A'.repeat(86)])
    assert.equal(isSignedBy(signer.publicKey, 'text', signature), false)
})

test('a file that holds something else is refused, and a link is not followed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'key')
  writeFileSync(path, 'damaged')
  assert.throws(() => loadSigner(path))
  assert.equal(readFileSync(path, 'utf8'), 'damaged')
  symlinkSync(path, join(folder, 'link'))
  assert.throws(() => loadSigner(join(folder, 'link')), /ELOOP/)
})
