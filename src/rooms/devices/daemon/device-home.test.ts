import assert from 'node:assert/strict'
import { mkdtemp, rm, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Decrypter, Encrypter } from 'age-encryption'
import { loadKeys } from './device-home.ts'

test('keys are made once, for their owner alone, and what is encrypted to this machine is read with its file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-device-home-'))
  t.after(() => rm(folder, { recursive: true }))
  const { signer, ageRecipient } = await loadKeys(folder)
  const again = await loadKeys(folder)
  assert.deepEqual([again.signer.publicKey, again.ageRecipient], [signer.publicKey, ageRecipient])
  for (const file of ['device-key', 'age-identity']) assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600)
  const [comment, identity = ''] = (await readFile(join(folder, 'age-identity'), 'utf8')).split('\n')
  assert.equal(comment, `# public key: ${ageRecipient}`)
  const encrypter = new Encrypter()
  encrypter.addRecipient(ageRecipient)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  assert.equal(await decrypter.decrypt(await encrypter.encrypt('secret'), 'text'), 'secret')
})

test('a file of age that lost its comment still names its recipient, and one that was damaged is not used', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-device-home-'))
  t.after(() => rm(folder, { recursive: true }))
  const { ageRecipient } = await loadKeys(folder)
  const path = join(folder, 'age-identity')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.split('\n')[1] ?? '')
  assert.equal((await loadKeys(folder)).ageRecipient, ageRecipient)
  const last = text.trimEnd().at(-1) === 'Q' ? 'P' : 'Q'
  await writeFile(path, text.trimEnd().slice(0, -1) + last)
  await assert.rejects(loadKeys(folder))
})
