// S2: whoever comes through a proxy, a tunnel or a plain TCP forward does not count as a caller of this machine.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, ingest, listSessions, sessionOf } from '../../support/http.ts'
import { exchange, head, upgrade } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'

const event = { tmux_session: 'agent-tunnel', event: 'start' }

/** A TCP forward, as `ssh -R` makes one: bytes in, bytes out. Answers its port. */
async function relayTo(port: number): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    incoming.pipe(outgoing).pipe(incoming)
    for (const socket of [incoming, outgoing]) socket.on('error', () => incoming.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dispose = async () => void server.close()
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: dispose }
}

describe('a service for this machine alone', () => {
  let place: TestHome
  let service: Service
  before(async () => {
    place = await makeHome()
    service = await startService(place)
  })
  after(async () => {
    assert.deepEqual(await listSessions(service), [])
    await service[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  const forwardings: readonly (readonly [name: string, value: string])[] = [
    ['Forwarded', 'for=127.0.0.1'],
    ['forwarded', ''],
    ['X-Forwarded-For', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['X-FORWARDED-HOST', 'localhost'],
    ['X-Forwarded-Proto', 'http'],
    ['X-Forwarded-Anything', '1'],
    ['X-Real-IP', '127.0.0.1'],
    ['Via', '1.1 localhost'],
    ['CF-Connecting-IP', '127.0.0.1'],
    ['CF-Ray', '1'],
    ['CDN-Loop', 'cloudflare'],
    ['True-Client-IP', '127.0.0.1'],
    ['Tailscale-User-Login', 'me@example.com'],
    ['Ngrok-Trace-Id', '1'],
  ]
  for (const [name, value] of forwardings) {
    test(`a request that carries ${name}: ${value} is not local, and a token does not help it`, async () => {
      for (const headers of [{ [name]: value }, { [name]: [value, value] }]) {
        await assertNotLocal(service, headers)
      }
    })
  }

  test('an absolute request target is not local, whatever it names', async () => {
    for (const authority of [`127.0.0.1:${service.port}`, 'evil.example', `localhost:${service.port}`, '']) {
      const lines = ['Content-Type: application/json', `Content-Length: ${JSON.stringify(event).length}`]
      const own = `Host: 127.0.0.1:${service.port}`
      const bytes = head(`POST http://${authority}/api/hooks/ingest HTTP/1.1`, own, ...lines) + JSON.stringify(event)
      const answer = await exchange(service.port, bytes)
      assert.equal(answer?.status, 403, `${authority}: ${answer?.text}`)
    }
  })

  test('HTTP/1.0 without a Host is refused', async () => {
    const bytes = head('POST /api/hooks/ingest HTTP/1.0', 'Content-Type: application/json', 'Content-Length: 2') + '{}'
    assert.equal((await exchange(service.port, bytes))?.json.error, 'foreign_host')
  })

  test('a header that a careless proxy might read as another one gets no further than the parser', async () => {
    const body = JSON.stringify(event)
    const length = `Content-Length: ${body.length}`
    const common = [`Host: 127.0.0.1:${service.port}`, 'Content-Type: application/json']
    const smuggled = [
      [length, 'X-Forwarded-For : 127.0.0.1'],
      [length, ' X-Forwarded-For: 127.0.0.1'],
      [length, 'Content-Length: 0'],
      [length, 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: chunked, identity'],
      ['Transfer-Encoding: xchunked'],
      [`Content-Length: +${body.length}`],
      [length, 'A: b\rX-Forwarded-For: 127.0.0.1'],
    ]
    for (const lines of smuggled) {
      const answer = await exchange(service.port, head('POST /api/hooks/ingest HTTP/1.1', ...common, ...lines) + body)
      assert.equal(answer?.status, 400, `${JSON.stringify(lines)}: ${answer?.text}`)
    }
  })

  test('a TCP forward that shows its own port is refused by the Host', async () => {
    await using relay = await relayTo(service.port)
    const answer = await call(relay.port, 'POST /api/hooks/ingest', { json: event })
    assert.equal(answer.json.error, 'foreign_host')
    assert.equal((await upgrade(relay.port, '/ws/state')).json.error, 'foreign_host')
  })
})

/** Hook routes 403 with and without a token, everyday reads 401 without one. */
async function assertNotLocal(service: Service, headers: Record<string, string | readonly string[]>): Promise<void> {
  const where = JSON.stringify(headers)
  for (const token of [undefined, service.token]) {
    for (const route of ['POST /api/hooks/ingest', 'POST /api/hooks/sessions']) {
      const answer = await service.call(route, { json: event, headers, token })
      assert.deepEqual([answer.status, answer.json.error], [403, 'local_only'], `${route} ${where}: ${answer.text}`)
    }
    for (const route of ['GET /api/hooks/sessions', 'PATCH /api/hooks/sessions/x', 'DELETE /api/hooks/sessions/x']) {
      assert.equal((await service.call(route, { headers, token })).json.error, 'local_only', `${route} ${where}`)
    }
  }
  const metrics = await service.call('GET /metrics', { headers })
  assert.deepEqual([metrics.status, metrics.json.error], [401, 'unauthenticated'], where)
  assert.equal((await upgrade(service.port, '/ws/state', headers)).status, 401, where)
  const authorization = `Bearer ${service.token}`
  assert.equal((await upgrade(service.port, '/ws/state', { ...headers, authorization })).status, 101, where)
}

describe('an exposed service', () => {
  let place: TestHome
  let service: Service
  before(async () => {
    place = await makeHome()
    service = await startService(place, { env: { SERVICE_PUBLIC_URL: 'http://orrery.example' } })
  })
  after(async () => {
    await service[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  test('no caller of the main port reaches the ingest, and none without credentials the registry', async () => {
    assert.notEqual(service.hookPort, service.port)
    for (const host of [`127.0.0.1:${service.port}`, `localhost:${service.port}`, 'orrery.example']) {
      for (const token of [undefined, service.token]) {
        const answer = await service.call('POST /api/hooks/ingest', { json: event, headers: { host }, token })
        assert.deepEqual([answer.status, answer.json.error], [403, 'local_only'], `${host}: ${answer.text}`)
        assert.match(String(answer.json.hint), new RegExp(`:${service.hookPort}\\b`))
      }
      const list = await service.call('GET /api/hooks/sessions', { headers: { host } })
      assert.deepEqual([list.status, list.json.error], [403, 'local_only'], host)
      const authenticated = await service.call('GET /api/hooks/sessions', { headers: { host }, token: service.token })
      assert.equal(authenticated.status, 200, host)
      assert.equal((await service.call('GET /metrics', { headers: { host } })).status, 401, host)
      assert.equal((await upgrade(service.port, '/ws/state', { host })).status, 401, host)
    }
  })

  test('a TCP forward, which leaves no mark, does not make a caller local', async () => {
    await using relay = await relayTo(service.port)
    const headers = { host: `127.0.0.1:${service.port}` }
    assert.equal((await call(relay.port, 'POST /api/hooks/ingest', { json: event, headers })).status, 403)
    assert.equal((await call(relay.port, 'GET /api/hooks/sessions', { headers })).status, 403)
  })

  test('the second listener serves ingest and the registry to this machine, and nothing else', async () => {
    const taken = await ingest(service, { ...event, tmux_session: 'agent-second' })
    assert.equal(taken.status, 200, taken.text)
    const { id } = sessionOf(taken)
    assert.equal((await call(service.hookPort, `GET /api/hooks/sessions/${id}`)).status, 200)
    const others = ['GET /', 'GET /api/version', 'GET /metrics', 'GET /api/openapi.json', 'POST /api/agents/launch']
    for (const route of others) {
      const answer = await call(service.hookPort, route, { token: service.token })
      assert.equal(answer.status, 404, `${route}: ${answer.text}`)
    }
    assert.notEqual((await upgrade(service.hookPort, '/ws/state')).status, 101)
    for (const headers of [{ 'x-forwarded-for': '1.2.3.4' }, { host: 'orrery.example' }, { host: 'evil.example' }]) {
      const answer = await call(service.hookPort, 'POST /api/hooks/ingest', { json: event, headers })
      assert.equal(answer.status, 403, JSON.stringify(headers))
    }
    const origin = { origin: 'http://orrery.example' }
    const foreign = await call(service.hookPort, 'POST /api/hooks/ingest', { json: event, headers: origin })
    assert.equal(foreign.json.error, 'foreign_origin')
    assert.equal((await call(service.hookPort, `DELETE /api/hooks/sessions/${id}`)).status, 200)
    const killing = await call(service.hookPort, `DELETE /api/hooks/sessions/${id}?kill=true`)
    assert.equal(killing.status, 401, killing.text)
  })
})
