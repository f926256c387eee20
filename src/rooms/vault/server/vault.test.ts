// The vault over HTTP, on a real database: what is kept, what is refused, and what stays after a restart.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import * as age from 'age-encryption'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer } from '#platform/server/http/testing/test-server.ts'
import { ManualTime } from '../../../testing/manual-time.testkit.ts'
import type { Credential, RecipientView, Vault } from '../contract.ts'
import { open, seal } from '../core/seal.ts'
import { openVaultRoom, type DevicesVault } from './index.ts'

const value = 'sk-ant-planted-value-1234'
const opened: { readonly dispose: () => Promise<void> }[] = []
let home: string
let place: Awaited<ReturnType<typeof openPlace>>
let forge: Device
let atlas: Device
let recovery: { readonly identity: string; readonly recipient: string }

type Device = { readonly identity: string; readonly view: Omit<RecipientView, 'reads'> }

async function makeDevice(id: string): Promise<Device> {
  const identity = await age.generateX25519Identity()
  const recipient = await age.identityToRecipient(identity)
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const proof = { text: '', signature: '' }
  return { identity, view: { id, label: id, is_local: false, is_online: true, recipient, public_key: x, proof } }
}

async function openPlace(devices: () => readonly Device[]) {
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const served: { vault: DevicesVault | null } = { vault: null }
  const clock = new ManualTime('2026-11-20T10:00:00.000Z')
  const room = await openVaultRoom(
    { database, clock, log: silentLog, config: {} },
    {
      mode: 'fabric',
      recipients: () => devices().map(({ view }) => view),
      machines: async () => [],
      nameOf: (id) => devices().find(({ view }) => view.id === id)?.view.label ?? null,
      serveBy: (vault) => void (served.vault = vault),
    },
  )
  const server = await startTestServer({ mount: (http) => mountRoom(http, room) })
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await server.send(method, path, body === undefined ? {} : { body })
    const json = (await response.json()) as Record<string, unknown>
    return { status: response.status, json, credential: json.credential as Credential, vault: json as Vault }
  }
  let isOpen = true
  const dispose = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await server.stop()
    await room[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  opened.push({ dispose })
  const handed = (id: string, harness: Parameters<DevicesVault['credentialsFor']>[1] = 'code-agent') =>
    served.vault?.credentialsFor(id, harness) ?? {}
  return {
    ask,
    dispose,
    clock,
    handed,
    send: server.send.bind(server),
    revoked: (id: string) => served.vault?.revoked(id),
  }
}

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-vault-'))
  ;[forge, atlas] = await Promise.all([makeDevice('forge'), makeDevice('atlas')])
  const identity = await age.generateX25519Identity()
  recovery = { identity, recipient: await age.identityToRecipient(identity) }
  place = await openPlace(() => [forge, atlas])
})
afterEach(async () => {
  for (const { dispose } of opened.splice(0)) await dispose()
  await rm(home, { recursive: true })
})

const setUp = () => place.ask('POST', '/api/vault/setup', { recovery_recipient: recovery.recipient })
const reader = ({ view: { id, recipient } }: Device) => ({ id, recipient })
const sealFor = (...devices: readonly Device[]) =>
  seal(age, value, [recovery.recipient, ...devices.map(({ view }) => view.recipient)])

async function requestFor(...devices: readonly Device[]) {
  return {
    name: 'Anthropic',
    env_name: 'ANTHROPIC_API_KEY',
    harnesses: ['code-agent'],
    recipients: devices.map(reader),
    ciphertext: await sealFor(...devices),
  }
}

test('nothing is kept before there is a recovery identity, which is set up once', async () => {
  const before = await place.ask('POST', '/api/vault/credentials', await requestFor(forge))
  assert.equal(before.status, 409)
  assert.equal((await setUp()).status, 201)
  assert.equal((await setUp()).status, 201, 'nothing is encrypted to it yet')
  assert.equal((await place.ask('POST', '/api/vault/credentials', await requestFor(forge))).status, 201)
  assert.equal((await setUp()).status, 409)
})

test('a credential goes to the devices and programs that it names, and to no others', async () => {
  await setUp()
  await place.ask('POST', '/api/vault/credentials', await requestFor(forge))
  const { ANTHROPIC_API_KEY: handed = '' } = place.handed('forge')
  assert.equal(await open(age, handed, forge.identity), value)
  assert.equal(await open(age, handed, recovery.identity), value)
  assert.equal(await open(age, handed, atlas.identity), null)
  assert.deepEqual([place.handed('atlas'), place.handed('nobody')], [{}, {}])
  assert.deepEqual([place.handed('forge', 'codex'), place.handed('forge', 'mother-llm')], [{}, {}])
})

test('what is no ciphertext to exactly those who are named is refused', async () => {
  await setUp()
  const request = await requestFor(forge)
  const refused: readonly (readonly [string, object])[] = [
    ['a value that nobody encrypted', { ...request, ciphertext: value }],
    ['one that is encrypted to fewer', { ...request, ciphertext: await sealFor() }],
    ['one that is encrypted to more', { ...request, ciphertext: await sealFor(forge, atlas) }],
    ['a recipient that is not the device’s', { ...request, recipients: [{ ...reader(forge), id: 'atlas' }] }],
    ['an unknown device', { ...request, recipients: [{ ...reader(forge), id: 'mars' }] }],
    ['the local model', { ...request, harnesses: ['mother-llm'] }],
    ['no name of a variable', { ...request, env_name: 'A B' }],
  ]
  for (const [what, body] of refused) {
    const { status, json } = await place.ask('POST', '/api/vault/credentials', body)
    assert.equal(status, 400, what)
    assert.ok(!JSON.stringify(json).includes(value), what)
  }
  assert.deepEqual((await place.ask('GET', '/api/vault')).vault.credentials, [])
})

test('a change is all or nothing, and one from an older state is refused', async () => {
  await setUp()
  const { credential } = await place.ask('POST', '/api/vault/credentials', await requestFor(forge))
  const path = `/api/vault/credentials/${credential.id}`
  const more = { revision: 1, recipients: [forge, atlas].map(reader) }
  assert.equal((await place.ask('PUT', path, more)).status, 400, 'a further reader needs a ciphertext')
  const both = { ...more, ciphertext: await sealFor(forge, atlas), value_changed: false }
  // Two people at once: one of them is first.
  const answers = await Promise.all([place.ask('PUT', path, both), place.ask('PUT', path, both)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  )
  assert.equal(await open(age, place.handed('atlas').ANTHROPIC_API_KEY ?? '', atlas.identity), value)
  assert.equal((await place.ask('DELETE', path)).status, 200)
  assert.equal((await place.ask('DELETE', path)).status, 404)
})

test('a revoked recipient is handed nothing, and only a new value clears what it left', async () => {
  await setUp()
  const { credential } = await place.ask('POST', '/api/vault/credentials', await requestFor(forge, atlas))
  place.clock.set('2026-11-20T10:01:00.000Z')
  const { status, json } = await place.ask('DELETE', '/api/vault/recipients/forge')
  const marks = [{ id: 'forge', label: 'forge', until: '2026-11-20T10:01:00.000Z' }]
  assert.deepEqual([status, (json.credentials as Credential[])[0]?.needs_rotation], [200, marks])
  assert.deepEqual(place.handed('forge'), {})
  assert.notDeepEqual(place.handed('atlas'), {})
  const path = `/api/vault/credentials/${credential.id}`
  const anew = { ciphertext: await sealFor(atlas), recipients: [reader(atlas)] }
  const kept = await place.ask('PUT', path, { revision: 2, ...anew, value_changed: false })
  assert.deepEqual(kept.credential.needs_rotation, marks)
  const cleared = await place.ask('PUT', path, { revision: 3, ...anew, value_changed: true })
  assert.equal(cleared.credential.needs_rotation, null)
  assert.equal((await place.ask('DELETE', '/api/vault/recipients/mars')).status, 404)
})

test('a device that was revoked as a device reads nothing, and a restart knows all of it', async () => {
  await setUp()
  await place.ask('POST', '/api/vault/credentials', await requestFor(forge, atlas))
  await place.revoked('forge')
  const before = (await place.ask('GET', '/api/vault')).vault
  await place.dispose()
  place = await openPlace(() => [forge, atlas])
  assert.deepEqual((await place.ask('GET', '/api/vault')).vault, before)
  assert.deepEqual(
    before.recipients.map(({ id, reads }) => [id, reads]),
    [
      ['forge', 0],
      ['atlas', 1],
    ],
  )
})

test('a device with a new key of its own reads nothing that was encrypted to the old one', async () => {
  await setUp()
  await place.ask('POST', '/api/vault/credentials', await requestFor(forge))
  forge = await makeDevice('forge')
  assert.deepEqual(place.handed('forge'), {})
})

test('two credentials of one variable for the same program and device are refused, and so are two of one name', async () => {
  await setUp()
  await place.ask('POST', '/api/vault/credentials', await requestFor(forge))
  const request = await requestFor(forge)
  assert.equal((await place.ask('POST', '/api/vault/credentials', request)).status, 400)
  assert.equal((await place.ask('POST', '/api/vault/credentials', { ...request, name: 'Second' })).status, 409)
  const elsewhere = { ...(await requestFor(atlas)), name: 'Second' }
  assert.equal((await place.ask('POST', '/api/vault/credentials', elsewhere)).status, 201)
})

test('no credentials, no answer; and the home holds no value', async () => {
  await setUp()
  await place.ask('POST', '/api/vault/credentials', await requestFor(forge))
  for (const [method, path] of [
    ['GET', '/api/vault'],
    ['DELETE', '/api/vault/recipients/forge'],
  ] as const)
    assert.equal((await place.send(method, path, { token: null })).status, 401)
  for (const name of await readdir(home)) {
    const text = await readFile(join(home, name)).catch(() => Buffer.alloc(0))
    assert.ok(!text.includes(value) && !text.includes('AGE-SECRET-KEY'), name)
  }
})
