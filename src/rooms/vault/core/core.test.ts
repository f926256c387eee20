// Who reads what, and what becomes of it: tables.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adapters } from '#base/harness/catalog.ts'
import { harnesses } from '#base/harness/adapter.ts'
import { handedTo, type Credential } from '../contract.ts'
import { changed, withoutReader } from './change.ts'
import { clashOf, credentialsFor } from './readers.ts'

const one = { id: 'forge', recipient: 'age1forge' }
const other = { id: 'atlas', recipient: 'age1atlas' }
const credential: Credential = {
  id: 'c1',
  name: 'Anthropic',
  env_name: 'ANTHROPIC_API_KEY',
  harnesses: ['code-agent'],
  recipients: [one],
  needs_rotation: null,
  ciphertext: 'ciphertext',
  revision: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  changed_at: '2026-11-20T10:00:00.000Z',
}
const allowlist = adapters['code-agent'].credentials
const start = { device: one, harness: 'code-agent', allowlist } as const
const at = { now: '2026-11-21T10:00:00.000Z', labelOf: (id: string) => id.toUpperCase() }

test('a session gets what its device reads, its harness is named for, and its allowlist names', () => {
  assert.deepEqual(credentialsFor([credential], start), { ANTHROPIC_API_KEY: 'ciphertext' })
  const none: readonly (readonly [
    what: string,
    credential: Credential,
    start: Parameters<typeof credentialsFor>[1],
  ])[] = [
    ['another device', credential, { ...start, device: other }],
    ['a key that the device had before', credential, { ...start, device: { ...one, recipient: 'age1new' } }],
    ['a harness that is not named', { ...credential, harnesses: ['codex'] }, start],
    ['no harness named', { ...credential, harnesses: [] }, start],
    ['a variable that the allowlist does not name', { ...credential, env_name: 'LD_PRELOAD' }, start],
    ['nobody to read it', { ...credential, recipients: [] }, start],
  ]
  for (const [what, given, asked] of none) assert.deepEqual(credentialsFor([given], asked), {}, what)
})

test('the local model gets nothing, whatever is configured', () => {
  const any = { ...credential, harnesses: [...harnesses] as Credential['harnesses'] }
  assert.deepEqual(credentialsFor([any], { device: one, harness: 'mother-llm', allowlist: ['ANTHROPIC_API_KEY'] }), {})
  assert.ok(!new Set<string>(handedTo).has('mother-llm'))
  assert.deepEqual(adapters['mother-llm'].credentials, [])
})

test('two credentials clash by variable, harness and device together', () => {
  const second = { ...credential, id: 'c2' }
  assert.equal(clashOf([credential], second)?.id, 'c1')
  assert.equal(clashOf([credential], credential), null)
  assert.equal(clashOf([credential], { ...second, recipients: [other] }), null)
  assert.equal(clashOf([credential], { ...second, harnesses: ['codex'] }), null)
  assert.equal(clashOf([credential], { ...second, env_name: 'CLAUDE_CODE_OAUTH_TOKEN' }), null)
})

test('a device that is left out of a value that stays is told of, until a new value comes', () => {
  const left = changed(credential, { revision: 1, recipients: [other], ciphertext: 'anew', value_changed: false }, at)
  assert.deepEqual(left.needs_rotation, [{ id: 'forge', label: 'FORGE', until: at.now }])
  assert.deepEqual([left.revision, left.changed_at], [2, credential.changed_at])
  const renamed = changed(left, { revision: 2, name: 'Other' }, at)
  assert.deepEqual(renamed.needs_rotation, left.needs_rotation)
  const back = changed(left, { revision: 2, recipients: [one, other], ciphertext: 'x', value_changed: false }, at)
  assert.deepEqual(back.needs_rotation, left.needs_rotation, 'reading again is no new value')
  const fresh = changed(left, { revision: 2, ciphertext: 'new', value_changed: true }, at)
  assert.deepEqual([fresh.needs_rotation, fresh.changed_at], [null, at.now])
})

test('a new value for fewer devices exposes nobody', () => {
  const after = changed(credential, { revision: 1, recipients: [], ciphertext: 'new', value_changed: true }, at)
  assert.equal(after.needs_rotation, null)
})

test('a revoked device marks exactly what it could read', () => {
  const untouched = { ...credential, id: 'c2', recipients: [other] }
  const both = { ...credential, id: 'c3', recipients: [one, other] }
  const after = withoutReader([credential, untouched, both], 'forge', at)
  assert.deepEqual(
    after.map(({ id, recipients, needs_rotation: marks }) => [id, recipients, marks?.map((mark) => mark.label)]),
    [
      ['c1', [], ['FORGE']],
      ['c3', [other], ['FORGE']],
    ],
  )
  assert.deepEqual(withoutReader(after, 'forge', at), [])
})
