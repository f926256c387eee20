// The channel of devices over real sockets: who is let in, what is answered, and how a connection ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignedBy } from '#platform/server/ed25519.ts'
import { closeCodes } from '../contract/envelopes.ts'
import { revokedText, welcomeText } from '../core/keys/signed-texts.ts'
import { answerTimeoutMs } from './connections.ts'
import { helloTimeoutMs } from './device-connection.ts'
import { nonceLifetimeMs } from './nonces.ts'
import { testToken } from '#platform/server/http/testing/test-server.ts'
import { until } from '../../../../test/support/until.ts'
import {
  connect,
  dial,
  dialWithNonce,
  makeDevice,
  online,
  openRoom,
  pairDevice,
  sampleFacts,
  type TestRoom,
} from './room.testkit.ts'

async function withRoom(t: { after: (end: () => Promise<void>) => void }): Promise<TestRoom> {
  const room = await openRoom()
  t.after(() => room.remove())
  return room
}

test('the first try is answered with a nonce, and the second is let in', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const facts = { deviceId: device.id, hubId: device.hub.id }
  const first = await dial(room, device.token({ ...facts, hubNonce: null }))
  assert.deepEqual([first.status, first.body.error], [401, 'nonce_needed'])
  assert.equal(first.body.time, '2026-11-20T10:00:00.000Z')
  assert.deepEqual(first.body.protocol, { min: 1, max: 1 })
  const second = await dial(room, device.token({ ...facts, hubNonce: String(first.body.nonce) }))
  assert.equal(second.status, 101)
})

test('a device whose clock is years off is let in', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  for (const nowMs of [0, Date.now() + 86_400_000 * 800]) {
    const { body } = await dial(room, null)
    const facts = { deviceId: device.id, hubId: device.hub.id, hubNonce: String(body.nonce), nowMs }
    assert.equal((await dial(room, device.token(facts))).status, 101)
  }
})

test('a token is good once, and its nonce for a minute', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const { token } = await dialWithNonce(room, device)
  const replayed = await dial(room, token)
  assert.deepEqual([replayed.status, replayed.body.error], [401, 'nonce_needed'])
  const hubNonce = String((await dial(room, null)).body.nonce)
  await room.time.pass(nonceLifetimeMs)
  const facts = { deviceId: device.id, hubId: device.hub.id, hubNonce }
  assert.equal((await dial(room, device.token(facts))).body.error, 'nonce_needed')
})

test('whoever is no device of this hub is refused before the socket opens', async (t) => {
  const room = await withRoom(t)
  const [device, other] = [await pairDevice(room), await pairDevice(room)]
  const nonce = async () => String((await dial(room, null)).body.nonce)
  const facts = { deviceId: device.id, hubId: device.hub.id }
  const rows: Readonly<Record<string, string>> = {
    'an unknown key': makeDevice().token({ ...facts, hubNonce: await nonce() }),
    'another device in its name': other.token({ ...facts, hubNonce: await nonce() }),
    'another hub': device.token({ ...facts, hubId: 'other', hubNonce: await nonce() }),
    'an unknown device': device.token({ ...facts, deviceId: 'nobody', hubNonce: await nonce() }),
    nonsense: 'a.b.c',
    'the access token': 'a-token-for-tests-only',
  }
  for (const [what, token] of Object.entries(rows)) {
    const { status, body } = await dial(room, token)
    assert.deepEqual([status, body.error], [401, 'unauthenticated'], what)
  }
  const own = device.token({ ...facts, hubNonce: await nonce() })
  const page = await dial(room, own, { origin: room.url })
  assert.deepEqual([page.status, page.body.error], [403, 'foreign_origin'])
  assert.equal((await dial(room, own, { host: 'any.name.at.all' })).status, 101)
})

test('hello is welcomed with the proof of the hub, and heartbeats are acknowledged and told', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const { welcome, nonce, ...channel } = await online(room, device)
  assert.ok(isSignedBy(device.hub.public_key, welcomeText(nonce, device.id), welcome.signature))
  assert.equal(welcome.interval_ms, 15_000)
  assert.equal((await room.device(device.id)).status, 'online')
  await room.time.pass(15_000)
  channel.beat({ capabilities: ['gpu-cuda'], models: ['m'], gpus: [{ name: 'RTX', total_memory: 2, free_memory: 1 }] })
  const ack = await channel.next()
  assert.deepEqual([ack.type, 'n' in ack && ack.n], ['heartbeat.ack', 1])
  const seen = await room.device(device.id)
  assert.deepEqual(seen.capabilities, ['ram:15', 'harness:codex', 'gpu-cuda'])
  assert.deepEqual([seen.free_ram, seen.connected_duration, seen.last_heartbeat], [8e9, 15, '2026-11-20T10:00:15.000Z'])
  assert.deepEqual(room.told.at(-1), { kind: 'device', op: 'upsert', id: device.id, value: seen })
  const { variant } = (await room.ask(`GET /api/devices/${device.id}`)).body
  assert.deepEqual(variant, { gpus: seen.gpus, models: null, gateway: null })
  channel.beat({ capabilities: [] })
  await channel.next()
  assert.deepEqual((await room.device(device.id)).capabilities, ['ram:15', 'harness:codex'])
  const { devices } = (await room.ask('GET /api/sessions/devices?harness=codex')).body as { devices: object[] }
  assert.partialDeepStrictEqual(devices, [
    { eligible: true, why_not: null, parts: { ram: 0.5, load: 0.75, freshness: 1 } },
  ])
})

test('a device is offline 45 s after its last heartbeat, and at once when it says goodbye', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const first = await online(room, device)
  first.beat()
  await first.next()
  await room.time.pass(44_000)
  assert.equal((await room.device(device.id)).status, 'online')
  await room.time.pass(1000)
  const silent = await room.device(device.id)
  assert.deepEqual([silent.status, silent.free_ram, silent.connected_since], ['offline', 8e9, null])
  const told = room.told.at(-1)?.value
  assert.deepEqual([told?.status, told?.is_unreachable], ['offline', true])
  const second = await online(room, device)
  assert.equal((await room.device(device.id)).status, 'online')
  second.socket.close(1000)
  await until('it is away', async () => (await room.device(device.id)).status === 'offline')
  assert.equal((await room.device(device.id)).is_unreachable, false)
  await online(room, device, 'two')
  assert.equal((await room.device(device.id)).status, 'online')
})

test('numbers of the last heartbeat stand after a restart of the hub', async (t) => {
  const first = await openRoom()
  const device = await pairDevice(first)
  const channel = await online(first, device)
  channel.beat({ load: 3 })
  await channel.next()
  await first.close()
  const room = await openRoom({ home: first.home })
  t.after(() => room.remove())
  const { status, load, last_heartbeat } = await room.device(device.id)
  assert.deepEqual([status, load, last_heartbeat], ['offline', 3, '2026-11-20T10:00:00.000Z'])
})

test('whoever polls the list gets 304 until something of it changes', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const poll = (tag: string) =>
    fetch(`${room.url}/api/devices`, { headers: { authorization: `Bearer ${testToken}`, 'if-none-match': tag } })
  const first = await poll('"other"')
  const tag = first.headers.get('etag') ?? ''
  assert.deepEqual(
    [first.status, /^"[\w-]{43}"$/.test(tag), first.headers.get('cache-control')],
    [200, true, 'no-store'],
  )
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await poll(known)
    assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag], known)
  }
  await room.ask(`PATCH /api/auth/devices/${device.id}`, { body: { label: 'renamed' } })
  const changed = await poll(tag)
  const { devices } = (await changed.json()) as { devices: { label: string }[] }
  assert.deepEqual([changed.status, devices[0]?.label], [200, 'renamed'])
  assert.notEqual(changed.headers.get('etag'), tag)
})

test('a device is pinged and refreshed while it answers', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  assert.equal((await room.ask(`POST /api/devices/${device.id}/ping`)).body.error, 'device_offline')
  const channel = await online(room, device)
  const pinged = room.ask(`POST /api/devices/${device.id}/ping`)
  const ping = await channel.next()
  assert.equal(ping.type, 'ping')
  channel.send({ type: 'pong', to: ping.id })
  assert.deepEqual((await pinged).body, { ok: true, rtt_ms: 0 })
  const refreshed = room.ask(`POST /api/devices/${device.id}/refresh`)
  const asked = await channel.next()
  channel.beat({ models: ['new'] })
  channel.send({ type: 'result', to: asked.id, ok: true, value: null })
  const { status, body } = await refreshed
  assert.deepEqual([status, (body.device as { models: string[] }).models], [200, ['new']])
  await channel.next()
  const unanswered = room.ask(`POST /api/devices/${device.id}/ping`)
  await channel.next()
  await room.time.pass(answerTimeoutMs)
  assert.deepEqual([(await unanswered).status], [503])
})

test('revoking ends the socket, and the key is refused with a proof that the hub says so', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const channel = await online(room, device)
  await room.ask(`DELETE /api/auth/devices/${device.id}`)
  const frame = await channel.next()
  assert.ok(frame.type === 'revoked')
  assert.ok(isSignedBy(device.hub.public_key, revokedText(channel.nonce, device.id), frame.signature))
  assert.equal(await channel.closed, closeCodes.revoked)
  const { status, body } = await dialWithNonce(room, device)
  assert.deepEqual([status, body.error], [401, 'revoked'])
  assert.match(String(body.signature), /^[\w-]{86}$/)
  // Who does not hold the key learns nothing of it.
  const facts = { deviceId: device.id, hubId: device.hub.id, hubNonce: null }
  assert.equal((await dial(room, makeDevice().token(facts))).body.error, 'unauthenticated')
})

test('the same daemon replaces its socket, whose later frames are dropped', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const first = await online(room, device)
  const second = await online(room, device)
  first.beat({ load: 9 })
  assert.equal(await first.closed, closeCodes.replaced)
  second.beat({ load: 2 })
  await second.next()
  assert.equal((await room.device(device.id)).load, 2)
})

test('a second machine with its key is refused while the first answers, and shown', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const first = await online(room, device)
  const clone = await connect(room, device, 'two')
  clone.hello()
  const ping = await first.next()
  first.send({ type: 'pong', to: ping.id })
  assert.equal(await clone.closed, closeCodes.clone)
  await until('it is shown', async () => (await room.device(device.id)).clone_seen_at !== null)
  const later = await connect(room, device, 'three')
  later.hello()
  await first.next()
  await room.time.pass(answerTimeoutMs)
  assert.equal((await later.next()).type, 'welcome')
  assert.equal(await first.closed, closeCodes.replaced)
})

test('no common protocol, a frame before hello, broken frames and silence end the socket', async (t) => {
  const room = await withRoom(t)
  const device = await pairDevice(room)
  const newer = await connect(room, device)
  newer.hello({ protocol: 2 })
  assert.equal(await newer.closed, closeCodes.no_protocol)
  const { status, outdated } = await room.device(device.id)
  assert.deepEqual([status, outdated], ['offline', 'hub'])
  const understood = await online(room, device, 'understood')
  assert.equal((await room.device(device.id)).outdated, null)
  understood.socket.terminate()
  const rows: [object | string, number][] = [
    [{ type: 'heartbeat', n: 1, ...sampleFacts }, closeCodes.bad_frame],
    ['no JSON', closeCodes.bad_frame],
    [{ type: 'hello' }, closeCodes.bad_frame],
    ['x'.repeat(1024 * 1024 + 1), 1009],
  ]
  for (const [frame, code] of rows) {
    const { socket, send, closed } = await connect(room, device)
    if (typeof frame === 'string') socket.send(frame)
    else send(frame)
    assert.equal(await closed, code, JSON.stringify(frame).slice(0, 80))
  }
  const mute = await connect(room, device)
  await room.time.pass(helloTimeoutMs)
  assert.equal(await mute.closed, closeCodes.no_hello)
})

test('frames of unknown types are ignored and counted, and so are those that nobody takes', async (t) => {
  const room = await withRoom(t)
  const channel = await online(room, await pairDevice(room))
  channel.send({ type: 'session.hologram', data: 1 })
  channel.send({ type: 'terminal.data', terminal_id: 't', data: '' })
  channel.beat()
  assert.equal((await channel.next()).type, 'heartbeat.ack')
  const text = await (await fetch(`${room.url}/metrics`)).text()
  assert.match(text, /^orrery_device_frames_unknown_total 1$/m)
  assert.match(text, /^orrery_device_frames_dropped_total 1$/m)
})
