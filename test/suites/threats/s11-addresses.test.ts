// S11: the model server, the gateway, the presence store and the hub of a device are asked at the address that was set, and
// nowhere else: no redirect is followed, no token goes along, and no caller names another address.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const gatewayToken = 'the-token-of-the-gateway-and-of-nobody-else'
const storeKey = 'the-key-of-the-store-and-of-nobody-else'

type Listener = AsyncDisposable & { readonly port: number; readonly heard: readonly string[] }

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Listener> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    answer(request, response)
  })
  server.on('upgrade', (request, socket) => {
    heard.push(`upgrade ${request.url} ${JSON.stringify(request.headers)}`)
    socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${elsewhere()}${request.url}\r\nContent-Length: 0\r\n\r\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Nobody may ever come here: it stands for what only this machine can reach. */
let inner: Listener
/** What was set; it sends everybody on to the other one. */
let configured: Listener
let place: TestHome
let service: Service

const elsewhere = (): string => `http://127.0.0.1:${inner.port}`
/** The hosts of what was heard there, and whether a secret was. */
const cameWithSecret = ({ heard }: Listener): boolean =>
  heard.some((line) => line.includes(gatewayToken) || line.includes(storeKey))

before(async () => {
  inner = await listen((_request, response) => void response.end('{"version":"secret"}'))
  const codes = [301, 302, 303, 307, 308]
  let nth = 0
  configured = await listen((request, response) => {
    const status = codes[nth++ % codes.length] ?? 302
    response.writeHead(status, { location: `${elsewhere()}${request.url}`, refresh: `0;url=${elsewhere()}/` })
    response.end()
  })
  place = await makeHome()
  mkdirSync(place.home, { mode: 0o700 })
  const config = {
    model: { url: `http://127.0.0.1:${configured.port}/v1` },
    gateway: { url: `ws://127.0.0.1:${configured.port}`, token: gatewayToken },
  }
  writeFileSync(join(place.home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  const store = { SERVICE_STORE_URL: `http://127.0.0.1:${configured.port}`, SERVICE_STORE_KEY: storeKey }
  service = await startService(place, { env: { ...store, DEPLOYMENT: 'cloud-fabric' } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
  await inner[Symbol.asyncDispose]()
  await configured[Symbol.asyncDispose]()
})

async function heardAt(listener: Listener, act: () => Promise<unknown>): Promise<number> {
  const before = listener.heard.length
  await act()
  return listener.heard.length - before
}

test('triage, the tests of settings and doctor follow no redirect of the model server', async () => {
  const { token } = service
  await service.call('POST /api/tasks', { token, json: { title: 'Score me' } })
  const came = await heardAt(configured, async () => {
    await service.call('POST /api/triage/runs', { token, json: {} })
    await until('the run has failed', async () => {
      const { json } = await service.call('GET /api/triage/runs', { token })
      const [run] = json.runs as { status: string }[]
      return run?.status === 'failed'
    })
    for (const what of ['model', 'gateway'])
      await service.call('POST /api/system/settings/test', { token, json: { what } })
    await service.call('GET /api/system/doctor', { token })
    await orrery(place, ['doctor'])
  })
  assert.ok(came >= 4, `${came} requests`)
  assert.deepEqual(inner.heard, [])
})

test('the gateway is dialed where it was set, and a redirect of it is not followed', async () => {
  await until('it was dialed', () => configured.heard.some((line) => line.startsWith('upgrade ')))
  assert.deepEqual(inner.heard, [])
})

test('the store is asked at its address alone, and its key goes nowhere else', async () => {
  const { token } = service
  const { json } = await service.call('POST /api/flow/strands/instance-gc/run', { token, json: {} })
  await until('the run is over', async () => {
    const { json: now } = await service.call(`GET /api/flow/runs/${String(json.run_id)}`, { token })
    return !['queued', 'running'].includes((now.run as { status: string }).status)
  })
  assert.equal(cameWithSecret(configured), true, 'it was asked')
  assert.deepEqual(inner.heard, [])
})

test('a machine is not paired by way of a redirect', async () => {
  await using other = await makeHome()
  const { code, err } = await orrery(other, ['daemon', 'pair', `http://127.0.0.1:${configured.port}`, 'ABCDEFGHJK'])
  assert.notEqual(code, 0, err)
  assert.deepEqual(inner.heard, [])
})

test('no request names an address: where one could stand it is refused, and nothing is asked', async () => {
  const { token } = service
  const url = elsewhere()
  const bodies: readonly (readonly [route: string, body: object])[] = [
    ['POST /api/triage/runs', { url }],
    ['POST /api/triage/runs', { model: { url } }],
    ['POST /api/system/settings/test', { what: 'model', url }],
    ['POST /api/system/settings/test', { what: 'gateway', token: 'x', url }],
    ['POST /api/system/backup', { url }],
    ['POST /api/sessions', { harness: 'mother-llm', deviceTarget: 'auto', prompt: 'x', url }],
    ['POST /api/auth/devices/pairings', { url }],
  ]
  for (const [route, json] of bodies) {
    const answer = await service.call(route, { token, json })
    assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_request'], `${route} ${JSON.stringify(json)}`)
  }
  for (const model of ['file:///etc/passwd', 'ftp://127.0.0.1/', `http://me:secret@127.0.0.1:${inner.port}/v1`, 'x']) {
    const { json } = await service.call('GET /api/system/settings', { token })
    const change = { revision: json.revision, set: { 'model.url': model } }
    const answer = await service.call('PATCH /api/system/settings', { token, json: change })
    assert.equal(answer.status, 400, `${model}: ${answer.text.slice(0, 200)}`)
  }
  for (const route of ['PATCH /api/system/settings', 'POST /api/system/settings/test'])
    assert.equal((await service.call(route, { json: { revision: '', set: { 'model.url': url } } })).status, 401, route)
  assert.deepEqual(inner.heard, [])
})

test('another address of the gateway is not shown the token of the old one', async () => {
  const { token } = service
  const { json } = await service.call('GET /api/system/settings', { token })
  const change = { revision: json.revision, set: { 'gateway.url': `ws://127.0.0.1:${inner.port}` } }
  assert.equal((await service.call('PATCH /api/system/settings', { token, json: change })).status, 200)
  await until('the new one was dialed', () => inner.heard.some((line) => line.startsWith('upgrade ')))
  assert.equal(cameWithSecret(inner), false, inner.heard.join('\n'))
})
