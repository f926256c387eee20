// Pairing over a real server: codes, signatures, what is answered again and what is refused.
import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { isSignedBy, hashOfKey } from '#platform/server/ed25519.ts'
import { deviceSchema, type Device } from '../contract.ts'
import type { HubIdentity } from '../contract/claim.ts'
import { hubHashOf } from '../core/keys/hub-hash.ts'
import { claimAnswerText } from '../core/keys/signed-texts.ts'
import { fingerprintOf } from '#base/fingerprint.ts'
import { pairingLifetimeMs, readInvitation } from '../core/pairing/code.ts'
import { makeDevice, openRoom, pairDevice } from './room.testkit.ts'

test('a device is paired by its code, and the hub proves its key', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const device = makeDevice()
  const { code, command } = await room.makePairing({ label: 'Forge', capabilities: ['home-net'] })
  const [url, invitation = ''] = command.replace('orrery daemon pair ', '').split(' ')
  assert.equal(url, room.url)
  const { status, body } = await device.claim(room, code)
  assert.equal(status, 201, JSON.stringify(body))
  const [paired, hub] = [body.device as Device, body.hub as HubIdentity]
  assert.equal(readInvitation(invitation)?.hubHash, hubHashOf(hashOfKey(hub.public_key)))
  assert.ok(isSignedBy(hub.public_key, claimAnswerText(device.fields.nonce, device.key), hub.signature))
  assert.equal(paired.label, 'Forge')
  // Nothing of the code, the claim or its signature is told.
  assert.deepEqual(z.strictObject(deviceSchema.shape).parse(paired), paired)
  assert.deepEqual(paired.tags, ['home-net', 'ram:15', 'harness:codex'])
  assert.deepEqual(paired.fingerprint, fingerprintOf(hashOfKey(device.key)))
  assert.equal(paired.status, 'offline')
  assert.deepEqual(paired.installedHarnesses, ['codex'])
  assert.deepEqual(await room.devices(), [paired])
  assert.deepEqual(room.told, [{ kind: 'device', op: 'upsert', id: paired.id, value: paired }])
  assert.equal(statSync(join(room.home, 'hub-key')).mode & 0o777, 0o600)
  const detail = (await room.ask(`GET /api/devices/${paired.id}`)).body
  assert.deepEqual(detail, {
    device: paired,
    sessions: [],
    vault: { recipient: device.fields.age_recipient, reads: 0 },
    variant: null,
  })
})

test('a code is good once: for the same key it is answered again, for another it is none', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const device = makeDevice()
  const { code } = await room.makePairing()
  const [one, two] = await Promise.all([device.claim(room, code), device.claim(room, code)])
  const again = await device.claim(room, code)
  assert.deepEqual([one.status, two.status, again.status], [201, 201, 201])
  const ids = [one, two, again].map(({ body }) => (body.device as Device).id)
  assert.equal(new Set(ids).size, 1)
  assert.equal((await makeDevice().claim(room, code)).body.error, 'unauthenticated')
  assert.equal((await room.devices()).length, 1)
})

test('a claim whose answer was lost is answered after a restart of the hub', async (t) => {
  const first = await openRoom()
  const device = makeDevice()
  const { code } = await first.makePairing({ label: 'Forge' })
  const { body } = await device.claim(first, code)
  await first.close()
  const room = await openRoom({ home: first.home })
  t.after(() => room.remove())
  const again = await device.claim(room, code)
  assert.equal(again.status, 201)
  assert.equal((again.body.device as Device).id, (body.device as Device).id)
  assert.equal((again.body.device as Device).label, 'Forge')
  assert.equal((again.body.hub as HubIdentity).public_key, (body.hub as HubIdentity).public_key)
  assert.equal((await makeDevice().claim(room, code)).body.error, 'unauthenticated')
})

test('of two devices that race for one code, one is paired', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const { code } = await room.makePairing()
  const answers = await Promise.all([makeDevice().claim(room, code), makeDevice().claim(room, code)])
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 401],
  )
  assert.equal((await room.devices()).length, 1)
})

test('a code that is cancelled is good for nothing, and one that was used is not cancelled', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const cancel = (code: string) => room.ask(`DELETE /api/auth/devices/pairings/${code}`)
  const { code } = await room.makePairing()
  assert.deepEqual((await cancel(code.toLowerCase())).body, { ok: true })
  assert.equal((await makeDevice().claim(room, code)).body.error, 'unauthenticated')
  const { code: used } = await room.makePairing()
  const device = makeDevice()
  assert.equal((await device.claim(room, used)).status, 201)
  for (const over of [code, used, 'nonsense']) {
    const { status, body } = await cancel(over)
    assert.deepEqual([status, body.error], [404, 'not_found'], over)
  }
  assert.equal((await device.claim(room, used)).status, 201, 'its answer may have been lost')
  const { code: late } = await room.makePairing()
  await room.time.pass(pairingLifetimeMs)
  assert.equal((await cancel(late)).status, 404)
})

test('a claim has to be signed for this hub, this code and every field', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const device = makeDevice()
  const { code } = await room.makePairing()
  for (const origin of [
    'https://evil.example',
    'http://127.0.0.1:1',
    `${room.url}/`,
    room.url.replace('http', 'https') + '0',
  ]) {
    const { status, body } = await device.claim(room, code, { origin })
    assert.deepEqual([status, body.error], [401, 'bad_signature'], origin)
    assert.match(String(body.hint), /Dial one of http:/)
  }
  const signature = device.sign('something else')
  for (const body of [
    { ...device.fields, signature },
    { ...device.fields, hostname: 'other', signature },
  ]) {
    const answer = await room.ask('POST /api/auth/devices/claim', { body, token: `pair_${code}` })
    assert.equal(answer.body.error, 'bad_signature')
  }
  // A mistake of a person uses nothing up.
  assert.equal((await device.claim(room, code)).status, 201)
})

test('what a claim lacks or has too much is told, to whoever has a code alone', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const { code } = await room.makePairing()
  const ask = (body: unknown, token: string | null) => room.ask('POST /api/auth/devices/claim', { body, token })
  assert.equal((await ask({}, null)).status, 401)
  assert.equal((await ask({}, 'pair_ABCDEFGHJK')).status, 401)
  assert.equal((await ask({}, code)).status, 401, 'a code without its prefix')
  assert.equal((await ask({}, `pair_${code}`)).status, 400)
  const body = { ...makeDevice().fields, signature: 'x', more: 1 }
  const { details } = (await ask(body, `pair_${code}`)).body as { details: { field: string }[] }
  assert.deepEqual(details.map(({ field }) => field).toSorted(), ['more', 'signature'])
})

test('a code ends after ten minutes, whatever is done to the clock', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const { code } = await room.makePairing()
  const { code: late } = await room.makePairing()
  room.time.set('2026-11-20T09:00:00.000Z')
  await room.time.pass(pairingLifetimeMs - 1)
  assert.equal((await makeDevice().claim(room, code)).status, 201)
  await room.time.pass(1)
  assert.equal((await makeDevice().claim(room, late)).body.error, 'unauthenticated')
})

test('wrong codes slow their own address, and a right one is taken all the same', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const { code } = await room.makePairing()
  const errors: unknown[] = []
  for (let tries = 0; tries < 7; tries++) errors.push((await makeDevice().claim(room, 'ABCDEFGHJK')).body.error)
  assert.deepEqual(errors, [...Array.from({ length: 5 }, () => 'unauthenticated'), 'too_many', 'too_many'])
  assert.equal((await makeDevice().claim(room, code)).status, 201)
})

test('a device that speaks no protocol of ours is told who is older, and keeps its code', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const { code } = await room.makePairing()
  const { status, body } = await makeDevice().claim(room, code, { protocol: { min: 8, max: 9 } })
  assert.deepEqual([status, body.error], [409, 'conflict'])
  assert.match(String(body.reason), /hub is older/)
  assert.equal((await makeDevice().claim(room, code)).status, 201)
})

test('a device is renamed, its durable tags are changed, and it is revoked for ever', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const { id, ...device } = await pairDevice(room)
  const change = (body: unknown) => room.ask(`PATCH /api/auth/devices/${id}`, { body })
  assert.equal(((await change({ label: ' Anvil ' })).body.device as Device).label, 'Anvil')
  const tagged = (await change({ capabilities: ['arm64', 'arm64'] })).body.device as Device
  assert.deepEqual([tagged.label, tagged.tags], ['Anvil', ['arm64']])
  for (const wrong of [
    {},
    { label: '' },
    { label: 'x'.repeat(81) },
    { capabilities: ['no blank'] },
    { status: 'online' },
  ]) {
    assert.equal((await change(wrong)).status, 400, JSON.stringify(wrong))
  }
  const revoked = (await room.ask(`DELETE /api/auth/devices/${id}`)).body.device as Device
  assert.equal(revoked.status, 'revoked')
  assert.deepEqual(await room.devices(), [])
  assert.deepEqual((await room.ask('GET /api/auth/devices')).body, { devices: [revoked] })
  assert.equal((await room.ask(`DELETE /api/auth/devices/${id}`)).status, 200)
  const { code } = await room.makePairing()
  assert.equal((await device.claim(room, code)).body.error, 'revoked')
  assert.deepEqual(room.told.at(-1), { kind: 'device', op: 'remove', id, value: null })
})

test('who has no login pairs, lists, changes and revokes nothing', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const { id } = await pairDevice(room)
  const routes = [
    'POST /api/auth/devices/pairings',
    'GET /api/auth/devices',
    `PATCH /api/auth/devices/${id}`,
    `DELETE /api/auth/devices/${id}`,
    `POST /api/devices/${id}/ping`,
    `POST /api/devices/${id}/refresh`,
  ]
  for (const route of routes) assert.equal((await room.ask(route, { token: null })).status, 401, route)
  const page = { origin: 'https://evil.example' }
  const claim = await room.ask('POST /api/auth/devices/claim', { token: 'pair_ABCDEFGHJK', headers: page, body: {} })
  assert.equal(claim.body.error, 'foreign_origin')
})

test('in legacy mode there are no devices', async (t) => {
  const room = await openRoom({ mode: 'legacy' })
  t.after(() => room.remove())
  assert.deepEqual((await room.ask('GET /api/devices')).body, { devices: [] })
  assert.deepEqual((await room.ask('GET /api/sessions/devices?harness=codex')).body, { devices: [] })
  assert.equal((await room.ask('GET /api/devices/local')).status, 404)
  assert.equal((await room.ask('POST /api/devices/local/ping')).status, 404)
  assert.throws(() => statSync(join(room.home, 'hub-key')), /ENOENT/)
})
