// Credentials on a device: what is opened, what is refused, and what of a run may be sent.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as age from 'age-encryption'
import { seal } from '../core/seal.ts'
import { openDeviceSecrets, type RunWithSecrets } from './index.ts'

const value = 'sk-ant-planted-value-ü-1234'
let own: string
let ciphertext: string
let foreign: string

before(async () => {
  own = await age.generateX25519Identity()
  ciphertext = await seal(age, value, [await age.identityToRecipient(own)])
  const other = await age.generateX25519Identity()
  foreign = await seal(age, value, [await age.identityToRecipient(other)])
})

function placeOf(identity: () => string | null) {
  let text: string | null = null
  return { identity, handed: { read: () => text, write: async (given: string) => void (text = given) } }
}

const run = (changes: Partial<RunWithSecrets>): RunWithSecrets => ({
  run_id: 'r1',
  harness: 'code-agent',
  credentials: { ANTHROPIC_API_KEY: ciphertext },
  ...changes,
})

test('a run gets its values, and they are hidden in bytes and in texts', async () => {
  const secrets = openDeviceSecrets(placeOf(() => own))
  assert.deepEqual(await secrets.open(run({})), { ok: true, value: { ANTHROPIC_API_KEY: value } })
  const mask = await secrets.maskOf(run({}))
  assert.equal(mask?.text(`it is ${value}!`), `it is ${'*'.repeat(value.length)}!`)
  const bytes = Buffer.from(value).toString('latin1')
  const stream = mask.stream('bytes')
  assert.equal(stream.take(bytes.slice(0, 9)) + stream.take(bytes.slice(9)) + stream.end(), '*'.repeat(bytes.length))
  const back = stream.mark()
  stream.take(bytes.slice(0, 9))
  back()
  assert.equal(stream.take('plain') + stream.end(), 'plain', 'what could not be kept comes again')
})

test('a variable that the allowlist does not name is not even opened, and the local model gets none', async () => {
  const secrets = openDeviceSecrets(placeOf(() => assert.fail('nothing is to be opened')))
  const preload = run({ credentials: { LD_PRELOAD: ciphertext } })
  assert.deepEqual(await secrets.open(preload), { ok: true, value: {} })
  const model = run({ run_id: 'r2', harness: 'mother-llm' })
  assert.deepEqual(await secrets.open(model), { ok: true, value: {} })
  assert.equal(await secrets.maskOf(run({ run_id: 'r3', credentials: {} })), null)
})

test('what is encrypted to another device is refused in words, and nothing of the run is let through', async () => {
  const short = await seal(age, 'short', [await age.identityToRecipient(own)])
  for (const [what, credential, identity] of [
    ['another device’s', foreign, own],
    ['none at all', 'nonsense', own],
    ['without an identity', ciphertext, null],
    ['too short to be hidden', short, own],
  ] as const) {
    const secrets = openDeviceSecrets(placeOf(() => identity))
    const asked = run({ credentials: { ANTHROPIC_API_KEY: credential } })
    const opened = await secrets.open(asked)
    assert.ok(!opened.ok && /ANTHROPIC_API_KEY can not be opened/.test(opened.error.reason), what)
    const mask = await secrets.maskOf(asked)
    assert.equal(mask?.stream('bytes').take('anything'), '', what)
  }
})

test('what was handed out is hidden for ever, also by a daemon that comes later, and is kept as ciphertext', async () => {
  const place = placeOf(() => own)
  const first = openDeviceSecrets(place)
  assert.equal(await first.maskOfAll(), null)
  await first.open(run({}))
  await first.open(run({ run_id: 'r2' }))
  first.forget('r1')
  assert.deepEqual(JSON.parse(place.handed.read() ?? ''), [ciphertext])
  const later = await openDeviceSecrets(place).maskOfAll()
  assert.equal(later?.text(`${value} and ${value.slice(0, 9)}`), `${'*'.repeat(value.length)} and ${'*'.repeat(9)}`)
})
