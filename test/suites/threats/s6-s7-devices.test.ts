// S6, S7: the tokens of devices and the codes that pair them: none, forged, of others, revoked with a live socket; replayed,
// raced and guessed.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  connect,
  dial,
  dialWithNonce,
  makeDevice,
  online,
  pairDevice,
  tokenHeader,
  tokenText,
} from '#rooms/devices/server/room.testkit.ts'
import { asHub } from '../../support/as-hub.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { upgrade } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'

let place: TestHome
let hub: Service
before(async () => {
  place = await makeHome()
  hub = await startService(place, { env: { DEPLOYMENT: 'cloud-fabric' } })
})
after(async () => {
  await hub[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

async function logIn(): Promise<string> {
  const { json } = await hub.call('POST /api/system/login-links', { token: hub.token })
  return String((await hub.call('POST /api/auth/login', { json: { code: json.code } })).json.token)
}

const secretIn = (name: string): string => readFileSync(join(place.home, name), 'utf8').trim()

test('the socket of devices opens by the token of a device and by nothing else', async () => {
  const device = await pairDevice(asHub(hub))
  const { id, key } = device
  const { body } = await dial(asHub(hub), device.token({ deviceId: id, hubId: device.hub.id, hubNonce: null }))
  const header = tokenHeader(key)
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: id,
    sub: id,
    aud: `orrery:${device.hub.id}`,
    iat: now,
    exp: now + 120,
    nonce: String(body.nonce),
    jti: 'm'.repeat(22),
  }
  const symmetric = tokenText({ ...header, alg: 'HS256' }, claims)
  const mac = (secret: string | Buffer) => createHmac('sha256', secret).update(symmetric).digest('base64url')
  const late = tokenText(header, { ...claims, iat: now - 7200, exp: now - 7080, nonce: 'n'.repeat(22) })
  const wrong: Readonly<Record<string, string>> = {
    'nothing of a token': 'x',
    'the token of the service': hub.token,
    'a login': await logIn(),
    'the token of agents': secretIn('mcp-token'),
    'the key of hooks': secretIn('hook-key'),
    'no algorithm': `${tokenText({ ...header, alg: 'none' }, claims)}.`,
    'no algorithm, signed': `${tokenText({ ...header, alg: 'none' }, claims)}.${device.sign('x')}`,
    'the public key as a secret': `${symmetric}.${mac(Buffer.from(key, 'base64url'))}`,
    'the public key as a secret, in letters': `${symmetric}.${mac(key)}`,
    'an expired one': `${late}.${device.sign(late)}`,
    'a pairing code': `pair_${(await asHub(hub).makePairing({})).code}`,
  }
  assert.equal((await upgrade(hub.port, '/ws/device')).status, 401, 'without any')
  for (const [what, token] of Object.entries(wrong)) {
    const answer = await upgrade(hub.port, '/ws/device', { authorization: `Bearer ${token}` })
    assert.equal(answer.status, 401, `${what}: ${answer.text}`)
    const asPage = await upgrade(hub.port, '/ws/device', { 'sec-websocket-protocol': `orrery, orrery.token.${token}` })
    assert.ok([400, 401].includes(asPage.status), `${what} as a page sends it: ${asPage.text}`)
  }
  // None of them used the nonce up. What opened it once opens nothing more, and no other door ever.
  const text = tokenText(header, claims)
  const good = `${text}.${device.sign(text)}`
  for (const route of ['GET /api/agents', 'GET /api/auth/devices', 'POST /mcp'])
    assert.equal((await hub.call(route, { token: good, json: {} })).status, 401, route)
  for (const path of ['/ws/flow', '/ws/terminal/x'])
    assert.equal((await upgrade(hub.port, path, { authorization: `Bearer ${good}` })).status, 401, path)
  const opened = await dial(asHub(hub), good)
  assert.equal(opened.status, 101)
  opened.socket?.terminate()
  assert.equal((await dial(asHub(hub), good)).body.error, 'nonce_needed')
})

test('a device that is revoked loses its open socket within a second, and its key opens nothing more', async () => {
  const device = await pairDevice(asHub(hub))
  const other = await pairDevice(asHub(hub))
  const [channel, beside] = [await online(asHub(hub), device), await online(asHub(hub), other, 'two')]
  const startedMs = performance.now()
  assert.equal((await hub.call(`DELETE /api/auth/devices/${device.id}`, { token: hub.token })).status, 200)
  await channel.closed
  assert.ok(performance.now() - startedMs < 1000)
  assert.equal((await dialWithNonce(asHub(hub), device)).socket, null)
  assert.equal(beside.socket.readyState, beside.socket.OPEN)
  beside.socket.terminate()
})

test('one that has not said hello is cut off as well', async () => {
  const device = await pairDevice(asHub(hub))
  const channel = await connect(asHub(hub), device)
  assert.equal((await hub.call(`DELETE /api/auth/devices/${device.id}`, { token: hub.token })).status, 200)
  await channel.closed
})

test('of ten devices that race for one code one is paired, and nobody after it', async () => {
  const before = await paired()
  const { code } = await asHub(hub).makePairing({})
  const raced = await Promise.all(Array.from({ length: 10 }, () => makeDevice().claim(asHub(hub), code)))
  assert.equal(raced.filter(({ status }) => status === 201).length, 1, raced.map(({ status }) => status).join())
  const late = await makeDevice().claim(asHub(hub), code)
  assert.ok([401, 429].includes(late.status), `${late.status}`)
  assert.equal(await paired(), before + 1)
})

test('who guesses codes is slowed down after five, and learns nothing; a code opens no other door', async () => {
  const { code } = await asHub(hub).makePairing({})
  const statuses: number[] = []
  for (let tries = 0; tries < 10; tries++)
    statuses.push((await makeDevice().claim(asHub(hub), `ABCDEFGH${tries}K`)).status)
  assert.ok(
    statuses.slice(5).every((status) => status === 429),
    statuses.join(),
  )
  for (const route of ['GET /api/agents', 'GET /api/auth/devices', 'POST /api/auth/login'])
    assert.notEqual((await hub.call(route, { token: `pair_${code}`, json: { code } })).status, 200, route)
  const cancelled = await hub.call(`DELETE /api/auth/devices/pairings/${code}`, { token: hub.token })
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.notEqual((await makeDevice().claim(asHub(hub), code)).status, 201)
})

async function paired(): Promise<number> {
  const { json } = await hub.call('GET /api/auth/devices', { token: hub.token })
  return (json.devices as unknown[]).length
}
