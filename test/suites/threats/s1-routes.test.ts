// S1: every route and socket refuses a request whose Host or Origin could only come from a hostile page.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import type { Answer } from '../../support/http.ts'
import { upgrade } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { assertRefusal, listRoutes, listSockets, strangersRefusal, type Route } from './known-routes.ts'

let place: TestHome
let service: Service
let routes: readonly Route[]

before(async () => {
  place = await makeHome()
  service = await startService(place)
  routes = await listRoutes(service)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** What a page under a name of its own, or of another server here, sends. */
const hostileHosts = (port: number): readonly string[] => [
  `attacker.example:${port}`,
  'attacker.example',
  `127.0.0.1.evil.com:${port}`,
  `127.evil.com:${port}`,
  `localhost.evil.com:${port}`,
  `evil.com#127.0.0.1:${port}`,
  `user@127.0.0.1:${port}`,
  `127.0.0.1:${port === 65_535 ? port - 1 : port + 1}`,
  '127.0.0.1',
]

const hostileOrigins = (port: number): readonly string[] => [
  'https://evil.example',
  'null',
  `http://127.0.0.1.evil.com:${port}`,
  'http://127.0.0.1.evil.com',
  `http://localhost:${port === 65_535 ? port - 1 : port + 1}`,
  // Another site than the Host that the request names, though it is us as well.
  `http://localhost:${port}`,
  `https://127.0.0.1:${port}`,
  `http://127.0.0.1:${port} https://evil.example`,
  `http://127.0.0.1:${port}@evil.example`,
  'file://',
]

const name = ({ method, path }: Route): string => `${method} ${path}`

test('every route and every socket has an expected class', () => {
  assert.deepEqual(routes.filter(({ expected }) => expected === null).map(name), [])
  assert.deepEqual(
    listSockets().filter(({ expected }) => expected === null),
    [],
  )
})

test('a foreign Host is refused on every route, whatever credentials came along', async () => {
  for (const route of routes.filter(({ expected }) => expected !== 'signed')) {
    for (const host of hostileHosts(service.port)) {
      for (const token of [undefined, service.token]) {
        const answer = await service.call(name(route), { token, headers: { host } })
        assertRefusal(answer, [403, 'foreign_host'], `${name(route)} with Host ${host}`)
      }
    }
  }
})

test('a foreign Origin is refused on every route that changes something, whatever credentials came along', async () => {
  const changing = routes.filter(({ method, expected }) => method !== 'GET' && expected !== 'signed')
  assert.ok(changing.length >= 8)
  for (const route of changing) {
    for (const origin of hostileOrigins(service.port)) {
      for (const token of [undefined, service.token]) {
        const answer = await service.call(name(route), { token, headers: { origin }, json: {} })
        assertRefusal(answer, [403, 'foreign_origin'], `${name(route)} with Origin ${origin}`)
      }
    }
  }
})

/** What a page can send without being asked for leave: by a form, or by fetch in no-cors mode. */
const simplePosts = [
  { body: '{"event":"start","tmux_session":"agent-evil"}', headers: { 'content-type': 'text/plain' } },
  { body: 'event=start&tmux_session=agent-evil', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { body: '--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  { headers: {} },
]

test('a cross-origin POST of a page is refused on every route and every path that has none', async () => {
  // A signed route takes what is signed, from wherever it comes.
  const unsigned = routes.filter(({ expected }) => expected !== 'signed')
  const paths = [...new Set(unsigned.map(({ path }) => path)), '/api/nothing', '/mcp', '/nothing.png']
  for (const path of paths) {
    for (const { headers, ...post } of simplePosts) {
      const origin = 'https://evil.example'
      const answer = await service.call(`POST ${path}`, { ...post, headers: { ...headers, origin } })
      assertRefusal(answer, [403, 'foreign_origin'], `POST ${path} as ${headers['content-type'] ?? 'nothing'}`)
      const sameSite = { ...headers, 'sec-fetch-site': 'same-site', origin: 'null' }
      const sandboxed = await service.call(`POST ${path}`, { ...post, headers: sameSite })
      assertRefusal(sandboxed, [403, 'foreign_origin'], `POST ${path} from a sandbox`)
    }
  }
  const { json } = await service.call('GET /api/hooks/sessions')
  assert.deepEqual(json, { sessions: [], next_cursor: null })
})

test('what a foreign page asks for is not local, and no answer is opened to it', async () => {
  const signs: readonly Record<string, string>[] = [
    ...hostileOrigins(service.port).map((origin) => ({ origin })),
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'rubbish' },
  ]
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    for (const headers of signs) {
      const answer = await service.call(name(route), { headers })
      const where = `${name(route)} with ${JSON.stringify(headers)}`
      if (route.expected === 'public') assert.ok(answer.status === 200 || answer.status === 404, where)
      else assertRefusal(answer, strangersRefusal(route), where)
      assertClosedToPages(answer, where)
    }
  }
})

test('no preflight is answered with a leave', async () => {
  for (const route of routes) {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': route.method }
    const answer = await service.call(`OPTIONS ${route.path}`, { headers })
    assert.ok(answer.status >= 400, `OPTIONS ${route.path} ${answer.status}`)
    assertClosedToPages(answer, `OPTIONS ${route.path}`)
  }
})

test('a socket is refused to every foreign Host and Origin, with and without a token', async () => {
  const { port, token } = service
  const hostile = [
    ...hostileHosts(port).map((host) => ({ headers: { host }, error: 'foreign_host' })),
    ...hostileOrigins(port).map((origin) => ({ headers: { origin }, error: 'foreign_origin' })),
  ]
  for (const { path, expected } of listSockets()) {
    // The devices' socket takes no Origin whatever; here, in legacy mode, it is gone.
    if (expected === 'device') {
      assertRefusal(await upgrade(port, path, {}), [410, 'gone_in_legacy_mode'], path)
      continue
    }
    for (const { headers, error } of hostile) {
      const where = `${path} with ${JSON.stringify(headers)}`
      assertRefusal(await upgrade(port, path, headers), [403, error], where)
      const byPage = { ...headers, 'sec-websocket-protocol': `orrery, orrery.token.${token}` }
      assertRefusal(await upgrade(port, path, byPage), [403, error], `${where} and a token`)
      const byProgram = { ...headers, authorization: `Bearer ${token}` }
      assertRefusal(await upgrade(port, path, byProgram), [403, error], `${where} and a bearer`)
    }
    const answer = await upgrade(port, path, { 'sec-fetch-site': 'cross-site' })
    assert.equal(answer.status, 401, `${path} with Sec-Fetch-Site cross-site: ${answer.text}`)
  }
})

test('our own page and plain programs of this machine pass', async () => {
  const { port } = service
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `LOCALHOST:${port}`,
    `[::1]:${port}`,
    `a.localhost:${port}`,
  ]) {
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
    assert.equal((await service.call('GET /api/hooks/sessions', { headers: { host } })).status, 200, host)
    assert.equal((await service.call('GET /api/hooks/sessions', { headers: own })).status, 200, host)
    const json = { agent_type: 'shell', tmux_session: 'registered' }
    assert.ok((await service.call('POST /api/hooks/sessions', { headers: own, json })).status < 300, host)
    assert.equal((await upgrade(port, '/ws/state', own)).status, 101, host)
  }
})

test('every route admits and refuses callers by its class', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  for (const route of routes) {
    const local = await service.call(name(route))
    if (route.expected === 'authenticated') assertRefusal(local, [401, 'unauthenticated'], name(route))
    else assert.ok(local.status !== 401 && local.status !== 403, `${name(route)} ${local.status} ${local.text}`)
    const stranger = await service.call(name(route), { headers: forwarded })
    if (route.expected === 'public') assert.ok(stranger.status !== 401 && stranger.status !== 403, name(route))
    else if (route.expected !== 'signed') assertRefusal(stranger, strangersRefusal(route), name(route))
  }
})

/** CORS headers, or cookies, would open the answer to the page. */
function assertClosedToPages({ headers }: Answer, where: string): void {
  const opening = Object.keys(headers).filter((key) => key.startsWith('access-control-') || key === 'set-cookie')
  assert.deepEqual(opening, [], where)
}
