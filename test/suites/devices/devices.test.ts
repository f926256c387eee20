// A real hub and real daemons: paired, seen, renamed, revoked, cut off, copied and deceived.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { WebSocketServer } from 'ws'
import { deviceOf, pairDaemon, startDaemon, statusOf, untilOnline } from '../../support/daemon.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { upgrade } from '../../support/raw-tcp.ts'
import { openRelay } from '../../support/relay.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }

/** A machine that sleeps, or waits for a hub, is given this long. */
const patienceMs = 90_000

/** Without its own machine among the devices. */
async function startHub(place: TestHome, port = 0): Promise<Service> {
  mkdirSync(place.home, { recursive: true, mode: 0o700 })
  writeFileSync(join(place.home, 'config.json'), JSON.stringify({ fabric: { localDevice: false } }), { mode: 0o600 })
  return await startService(place, { env: { ...fabric, PORT: String(port) } })
}

async function waitsWith(place: TestHome, reason: RegExp): Promise<void> {
  await until(
    `the daemon waits: ${reason}`,
    async () => {
      const status = await statusOf(place)
      return status.state === 'waiting' && reason.test(String(status.reason))
    },
    patienceMs,
  )
}

/** Lets the daemon of a home dial another address than the one that it was paired by. */
function redirect(place: TestHome, port: number): void {
  const path = join(place.home, 'device', 'paired.json')
  const paired = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...paired, hub_url: `http://127.0.0.1:${port}` }))
}

describe('devices', { concurrency: 3 }, () => {
  test('a machine is paired, seen, asked, renamed and revoked; then its daemon ends and its key is good for nothing', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    await using thief = await makeHome()
    await using hub = await startHub(hubPlace)
    const { token } = hub
    const { id, words } = await pairDaemon(hub, place)
    assert.equal(words.length, 6)
    assert.deepEqual((await deviceOf(hub, id)).fingerprint, words)
    for (const file of ['device-key', 'age-identity', 'paired.json']) {
      assert.equal(statSync(join(place.home, 'device', file)).mode & 0o777, 0o600, file)
    }
    assert.equal((await orrery(place, ['daemon', 'pair', hub.url, 'x'])).code, 1, 'it is paired already')
    await using daemon = startDaemon(place)
    const seen = await untilOnline(hub, id)
    assert.ok(Number(seen.total_ram) > Number(seen.free_ram) && Number(seen.cores) >= 1)
    assert.ok((seen.capabilities as string[]).some((tag) => tag.startsWith('ram:')))
    assert.equal((await statusOf(place)).state, 'connected')
    assert.equal((await orrery(place, ['daemon', 'run'])).code, 75)
    const ping = await hub.call(`POST /api/devices/${id}/ping`, { token })
    assert.equal(ping.json.ok, true, ping.text)
    assert.equal((await hub.call(`POST /api/devices/${id}/refresh`, { token })).status, 200)
    await hub.call(`PATCH /api/auth/devices/${id}`, { token, json: { label: 'Anvil', capabilities: ['home-net'] } })
    const renamed = await deviceOf(hub, id)
    assert.deepEqual([renamed.label, renamed.tags, renamed.status], ['Anvil', ['home-net'], 'online'])
    cpSync(join(place.home, 'device'), join(thief.home, 'device'), { recursive: true })
    assert.equal((await hub.call(`DELETE /api/auth/devices/${id}`, { token })).status, 200)
    assert.deepEqual((await hub.call('GET /api/devices', { token })).json, { devices: [] })
    assert.deepEqual(await daemon.ended, { code: 77, signal: null }, daemon.stderr())
    assert.equal((await statusOf(place)).state, 'revoked')
    await using stolen = startDaemon(thief)
    assert.deepEqual(await stolen.ended, { code: 77, signal: null }, stolen.stderr())
    assert.equal((await deviceOf(hub, id)).status, 'revoked')
    // With a new key it may come back.
    assert.equal((await orrery(place, ['daemon', 'unpair'])).code, 0)
    const again = await pairDaemon(hub, place)
    assert.notEqual(again.id, id)
    assert.notDeepEqual(again.words, words)
  })

  test('a hub that is killed finds its devices again, and an orderly end is seen at once', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    const first = await startHub(hubPlace)
    const { id } = await pairDaemon(first, place)
    await using daemon = startDaemon(place)
    await untilOnline(first, id)
    await first.kill()
    await waitsWith(place, /connection was lost|is not reached/)
    await using hub = await startHub(hubPlace, first.port)
    assert.equal((await untilOnline(hub, id)).label, 'Forge')
    const { code } = await orrery(place, ['daemon', 'unpair'])
    assert.equal(code, 0)
    assert.deepEqual(await daemon.ended, { code: 0, signal: null })
    await until('it is offline', async () => (await deviceOf(hub, id)).status === 'offline')
    assert.equal((await orrery(place, ['daemon', 'status'])).code, 69)
    assert.equal((await orrery(place, ['daemon', 'run'])).code, 69)
  })

  test('a connection that died on the way is dialed anew', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    await using hub = await startHub(hubPlace)
    await using relay = await openRelay(hub.port)
    const { id } = await pairDaemon(hub, place)
    redirect(place, relay.port)
    await using daemon = startDaemon(place)
    const before = await untilOnline(hub, id)
    relay.silence()
    await until(
      'it came back',
      async () => {
        const device = await deviceOf(hub, id)
        return device.status === 'online' && device.connected_since !== before.connected_since
      },
      patienceMs,
    )
    assert.equal((await daemon.stop()).code, 0)
  })

  test('a token that somebody read on the way is good for nothing', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    await using hub = await startHub(hubPlace)
    await using relay = await openRelay(hub.port)
    const { id } = await pairDaemon(hub, place)
    redirect(place, relay.port)
    await using daemon = startDaemon(place)
    await untilOnline(hub, id)
    const tokens = [...relay.heard().matchAll(/^authorization: (?<bearer>Bearer \S+)/gim)]
    assert.equal(tokens.length, 2)
    for (const { groups } of tokens) {
      const answer = await upgrade(hub.port, '/ws/device', { authorization: groups?.bearer ?? '' })
      assert.deepEqual([answer.status, answer.json.error], [401, 'nonce_needed'])
    }
    assert.equal((await deviceOf(hub, id)).status, 'online')
    assert.equal((await daemon.stop()).code, 0)
  })

  test('a device whose clock is a day off connects all the same', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    await using hub = await startHub(hubPlace)
    const { id } = await pairDaemon(hub, place)
    const shift = join(place.root, 'shift.mjs')
    writeFileSync(shift, 'const now = Date.now; Date.now = () => now() + 86_400_000\n')
    await using daemon = startDaemon(place, ['--import', shift])
    await untilOnline(hub, id)
    assert.match(daemon.stderr(), /connected/)
  })

  test('a copy of a machine is refused while the machine itself answers, and the hub shows it', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    await using copy = await makeHome()
    await using hub = await startHub(hubPlace)
    const { id } = await pairDaemon(hub, place)
    cpSync(join(place.home, 'device'), join(copy.home, 'device'), { recursive: true })
    await using daemon = startDaemon(place)
    const { connected_since: since } = await untilOnline(hub, id)
    await using second = startDaemon(copy)
    await waitsWith(copy, /Another machine is connected/)
    const device = await deviceOf(hub, id)
    assert.deepEqual([device.status, device.connected_since], ['online', since])
    assert.notEqual(device.clone_seen_at, null)
    assert.deepEqual([(await second.stop()).code, (await daemon.stop()).code], [0, 0])
  })

  test('nobody passes a pairing on', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    await using hub = await startHub(hubPlace)
    await using relay = await openRelay(hub.port)
    await assert.rejects(pairDaemon(hub, place, `http://127.0.0.1:${relay.port}`), /did not sign for this hub/)
    assert.deepEqual((await hub.call('GET /api/devices')).json, { devices: [] })
    assert.equal((await orrery(place, ['daemon', 'status'])).code, 69)
  })

  test('a hub with another key is not believed: not at the pairing, and not ever after', async () => {
    await using hubPlace = await makeHome()
    await using otherPlace = await makeHome()
    await using place = await makeHome()
    await using fresh = await makeHome()
    const first = await startHub(hubPlace)
    await using other = await startHub(otherPlace)
    const made = await first.call('POST /api/auth/devices/pairings', { token: first.token, json: {} })
    const [, hash] = String(made.json.command).split('.').slice(-2)
    const { json } = await other.call('POST /api/auth/devices/pairings', { token: other.token, json: {} })
    const mixed = await orrery(fresh, ['daemon', 'pair', other.url, `${String(json.code)}.${hash}`])
    assert.equal(mixed.code, 1)
    assert.match(mixed.err, /is not the hub that made this code/)
    const { id } = await pairDaemon(first, place)
    await using daemon = startDaemon(place)
    await untilOnline(first, id)
    await first.kill()
    rmSync(join(hubPlace.home, 'hub-key'))
    await using hub = await startHub(hubPlace, first.port)
    await waitsWith(place, /does not know this device/)
    assert.equal((await deviceOf(hub, id)).status, 'offline')
    assert.equal((await daemon.stop()).code, 0)
  })

  test('whoever answers in the place of the hub can neither greet nor revoke', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    const hub = await startHub(hubPlace)
    const { port } = hub
    await pairDaemon(hub, place)
    await hub.stop()
    const signature = 'A'.repeat(86)
    const head = { v: 1, id: 'x', ts: new Date().toISOString() }
    const greeter = new WebSocketServer({ host: '127.0.0.1', port })
    greeter.on('connection', (socket) => {
      const limits = { ack_timeout_ms: 1000, frame_bytes: 1000, unsent_bytes: 1000 }
      socket.send(JSON.stringify({ ...head, type: 'revoked', signature }))
      socket.send(
        JSON.stringify({ ...head, type: 'welcome', protocol: 1, interval_ms: 1000, limits, resume: [], signature }),
      )
    })
    await using daemon = startDaemon(place)
    await waitsWith(place, /is not the hub that this machine is paired with/)
    for (const client of greeter.clients) client.terminate()
    greeter.close()
    const liar = createServer((socket) => {
      const body = JSON.stringify({ ok: false, error: 'revoked', reason: 'Gone.', signature })
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.end(`HTTP/1.1 401 Unauthorized\r\ncontent-length: ${body.length}\r\n\r\n${body}`),
      )
    })
    liar.listen(port, '127.0.0.1')
    await once(liar, 'listening')
    assert.equal((liar.address() as AddressInfo).port, port)
    await daemon.stop()
    await using second = startDaemon(place)
    await waitsWith(place, /says that this device is revoked, and does not prove it/)
    liar.close()
    assert.equal((await second.stop()).code, 0)
  })

  test('a hub in legacy mode has no devices, and revokes nobody', async () => {
    await using hubPlace = await makeHome()
    await using place = await makeHome()
    const first = await startHub(hubPlace)
    const { id } = await pairDaemon(first, place)
    await first.stop()
    const legacy = await startService(hubPlace, { env: { PORT: String(first.port) } })
    for (const route of ['GET /api/auth/devices', 'POST /api/auth/devices/pairings', 'GET /ws/device']) {
      assert.equal((await legacy.call(route, { token: legacy.token })).status, 410, route)
    }
    assert.deepEqual((await legacy.call('GET /api/devices')).json, { devices: [] })
    const refused = await orrery(place, ['daemon', 'pair', legacy.url, 'ABCDEFGHJK.AAAAAAAAAAAAAAAAAAAAAA'])
    assert.equal(refused.code, 1)
    await using daemon = startDaemon(place)
    await waitsWith(place, /runs in legacy mode/)
    await daemon.stop()
    await legacy.stop()
    await using hub = await startHub(hubPlace, first.port)
    await using again = startDaemon(place)
    await untilOnline(hub, id)
    assert.equal((await again.stop()).code, 0)
  })
})
