// Every class of route and socket against every kind of caller, over real connections.
import assert from 'node:assert/strict'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { after, before, test } from 'node:test'
import { accessClasses } from '#platform/access.ts'
import type { HttpServer } from './server.ts'
import { sendRaw, type RawRequest } from './testing/raw-http.ts'
import { startTestServer, testToken, type TestServer } from './testing/test-server.ts'

/** What daemons of devices call has rules of its own: see judge.test.ts and the room of devices. */
const classes = accessClasses.filter((access) => access !== 'device' && access !== 'pairing')

type Headers = readonly (readonly [string, string])[]

/** A route and a socket of each class, and the routes of the hooks. */
function mount({ api, addSocket }: HttpServer): void {
  for (const access of classes) {
    const config = { access }
    api.get(`/probe/${access}`, { config }, () => ({ ok: true }))
    api.post(`/probe/${access}`, { config }, () => ({ ok: true }))
    addSocket({ path: `/probe/${access}`, access, accept: (socket) => socket.close() })
  }
  api.post('/api/hooks/ingest', { config: { access: 'local_only' } }, () => ({ ok: true }))
  api.get('/api/hooks/sessions', { config: { access: 'local_or_exposed' } }, () => ({ ok: true }))
  api.delete(
    '/api/hooks/sessions/:id',
    { config: { access: 'local_or_exposed', raise: [{ query: 'kill', to: 'authenticated' }] } },
    () => ({ ok: true }),
  )
}

let plain: TestServer
let exposed: TestServer
let strict: TestServer

before(async () => {
  plain = await startTestServer({ mount })
  exposed = await startTestServer({ mount, config: { host: '0.0.0.0', allowedHosts: ['box.lan'] } })
  strict = await startTestServer({ mount, config: { requireTokenLocally: true } })
})
after(async () => {
  await Promise.all([plain, exposed, strict].map((server) => server.stop()))
})

const own = (server: TestServer): Headers => [['Host', `127.0.0.1:${server.port}`]]
const token: Headers = [['Authorization', `Bearer ${testToken}`]]
const handshake: Headers = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
]

type Kind = {
  readonly method?: string
  readonly headers: Headers
  readonly version?: '1.0'
  readonly isAbsolute?: boolean
}

/** The statuses that a kind of caller gets of each class, in the order of `classes`. */
async function statusesOf(server: TestServer, kind: Kind): Promise<number[]> {
  const statuses: number[] = []
  for (const access of classes) {
    const path = `/probe/${access}`
    const target = kind.isAbsolute === true ? `http://127.0.0.1:${server.port}${path}` : path
    statuses.push((await sendRaw({ ...kind, port: server.port, target })).status)
  }
  return statuses
}

test('every route and socket has a class', () => {
  const routes = plain.server.routes()
  assert.ok(routes.length > 20)
  for (const { method, url, access } of routes) assert.ok(accessClasses.includes(access), `${method} ${url}`)
})

test('a route without a class can not be registered', async () => {
  const mountNameless = ({ api }: HttpServer) => api.get('/api/nameless', () => ({}))
  await assert.rejects(startTestServer({ mount: mountNameless }), /GET \/api\/nameless names no access class/)
})

test('requests: the table of classes and callers', async () => {
  const at = own(plain)
  const port = plain.port
  const open = [200, 200, 200, 200, 401, 200]
  const all = [200, 200, 200, 200, 200, 200]
  const stranger = [200, 403, 403, 401, 401, 200]
  const known = [200, 403, 403, 200, 200, 200]
  const refused = [403, 403, 403, 403, 403, 200]
  const rows: [string, Kind, number[]][] = [
    ['local', { headers: at }, open],
    ['local by name', { headers: [['Host', `localhost:${port}`]] }, open],
    ['local with a token', { headers: [...at, ...token] }, all],
    ['local with a wrong token', { headers: [...at, ['Authorization', 'Bearer nonsense']] }, open],
    ['local with a password', { headers: [...at, ['Authorization', 'Basic dTpw']] }, open],
    ['two tokens', { headers: [...at, ...token, ['Authorization', 'Bearer other']] }, open],
    ['our page', { headers: [...at, ['Origin', `http://127.0.0.1:${port}`], ['Sec-Fetch-Site', 'same-origin']] }, open],
    ['typed into a browser', { headers: [...at, ['Sec-Fetch-Site', 'none']] }, open],
    ['X-Forwarded-For', { headers: [...at, ['X-Forwarded-For', '127.0.0.1']] }, stranger],
    ['x-forwarded-anything', { headers: [...at, ['x-forwarded-anything', '']] }, stranger],
    ['Forwarded', { headers: [...at, ['Forwarded', 'for=127.0.0.1;host=localhost']] }, stranger],
    ['two forwarding headers', { headers: [...at, ['Via', '1.1 a'], ['Via', '1.1 b']] }, stranger],
    ['X-Real-IP', { headers: [...at, ['X-REAL-IP', '127.0.0.1']] }, stranger],
    ['CF-Connecting-IP', { headers: [...at, ['CF-Connecting-IP', '::1']] }, stranger],
    ['CDN-Loop', { headers: [...at, ['CDN-Loop', 'cloudflare']] }, stranger],
    ['True-Client-IP', { headers: [...at, ['True-Client-IP', '127.0.0.1']] }, stranger],
    ['Tailscale-User-Login', { headers: [...at, ['Tailscale-User-Login', 'a@b']] }, stranger],
    ['Ngrok-Auth-User-Email', { headers: [...at, ['Ngrok-Auth-User-Email', 'a@b']] }, stranger],
    ['forwarded with a token', { headers: [...at, ...token, ['X-Forwarded-For', '1.2.3.4']] }, known],
    ['an absolute target', { headers: at, isAbsolute: true }, stranger],
    ['an absolute target and another Host', { headers: [['Host', 'evil.com']], isAbsolute: true }, refused],
    ['a foreign page reading', { headers: [...at, ['Origin', 'http://evil.com']] }, stranger],
    ['a sandboxed page reading', { headers: [...at, ['Origin', 'null']] }, stranger],
    ['a foreign image tag', { headers: [...at, ['Sec-Fetch-Site', 'cross-site']] }, stranger],
    ['another local port', { headers: [...at, ['Sec-Fetch-Site', 'same-site']] }, stranger],
    ['a foreign Host', { headers: [['Host', 'evil.com'], ...token] }, refused],
    ['a Host that begins like ours', { headers: [['Host', `127.0.0.1.evil.com:${port}`], ...token] }, refused],
    ['a Host with another port', { headers: [['Host', '127.0.0.1:1'], ...token] }, refused],
    ['two Hosts', { headers: [...at, ['Host', 'evil.com'], ...token] }, refused],
    ['the same Host twice', { headers: [...at, ...at, ...token] }, refused],
    ['no Host', { headers: token }, refused],
    ['HTTP/1.0 without a Host', { headers: token, version: '1.0' }, refused],
    ['HTTP/1.0', { headers: at, version: '1.0' }, open],
  ]
  for (const [name, kind, statuses] of rows) assert.deepEqual(await statusesOf(plain, kind), statuses, name)
})

test('state-changing requests of foreign pages are refused whatever their form and credentials', async () => {
  const at = own(plain)
  const refused = [403, 403, 403, 403, 403, 200]
  const origins = ['null', 'http://evil.com', 'http://127.0.0.1.evil.com', `http://localhost:${plain.port}`]
  for (const origin of [...origins, `http://127.0.0.1:${plain.port + 1}`]) {
    for (const headers of [at, [...at, ...token]]) {
      const kind = { method: 'POST', headers: [...headers, ['Origin', origin] as const] }
      assert.deepEqual(await statusesOf(plain, kind), refused, origin)
    }
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers: Headers = [...at, ['Origin', 'http://evil.com'], ['Content-Type', type], ['Content-Length', '2']]
    const answer = await sendRaw({ port: plain.port, method: 'POST', target: '/api/hooks/ingest', headers, body: '{}' })
    assert.equal(answer.status, 403, type)
    assert.match(answer.body, /"error":"foreign_origin"/)
  }
  const own200 = { method: 'POST', headers: [...at, ...token, ['Origin', `http://127.0.0.1:${plain.port}`] as const] }
  assert.deepEqual(await statusesOf(plain, own200), [200, 200, 200, 200, 200, 200])
})

test('sockets: the same table, with a foreign Origin refused everywhere', async () => {
  const at = [...own(plain), ...handshake]
  const origin = (value: string) => ['Origin', value] as const
  const protocols = (value: string) => ['Sec-WebSocket-Protocol', value] as const
  const open = [101, 101, 101, 101, 401, 101]
  const all = [101, 101, 101, 101, 101, 101]
  const stranger = [101, 403, 403, 401, 401, 101]
  const refused = [403, 403, 403, 403, 403, 101]
  const rows: [string, Headers, number[]][] = [
    ['local', at, open],
    ['local with a token', [...at, ...token], all],
    ['our page', [...at, origin(`http://127.0.0.1:${plain.port}`)], open],
    ['our page with its token', [...at, protocols(`orrery, orrery.token.${testToken}`)], all],
    ['our page with a wrong token', [...at, protocols('orrery, orrery.token.nonsense')], open],
    ['our page with an empty token', [...at, protocols('orrery, orrery.token.')], open],
    ['forwarded', [...at, ['X-Forwarded-For', '1.2.3.4']], stranger],
    ['evil.com', [...at, ...token, origin('http://evil.com')], refused],
    ['null', [...at, ...token, origin('null')], refused],
    ['a prefix of ours', [...at, ...token, origin('http://127.0.0.1.evil.com')], refused],
    ['another local port', [...at, ...token, origin(`http://127.0.0.1:${plain.port + 1}`)], refused],
    ['another loopback name', [...at, ...token, origin(`http://localhost:${plain.port}`)], refused],
    ['a foreign Host', [['Host', 'evil.com'], ...handshake, ...token], refused],
    ['two Hosts', [...at, ['Host', 'evil.com'], ...token], refused],
  ]
  for (const [name, headers, statuses] of rows) assert.deepEqual(await statusesOf(plain, { headers }), statuses, name)
})

test('the token of a socket is never sent back', async () => {
  const headers: Headers = [
    ...own(plain),
    ...handshake,
    ['Sec-WebSocket-Protocol', `orrery, orrery.token.${testToken}`],
  ]
  const answer = await sendRaw({ port: plain.port, target: '/probe/authenticated', headers })
  assert.equal(answer.headers['sec-websocket-protocol'], 'orrery')
  assert.equal(JSON.stringify(answer).includes(testToken), false)
})

test('requireTokenLocally asks local callers for credentials too', async () => {
  assert.deepEqual(await statusesOf(strict, { headers: own(strict) }), [200, 200, 200, 401, 401, 200])
  assert.deepEqual(await statusesOf(strict, { headers: [...own(strict), ...token] }), [200, 200, 200, 200, 200, 200])
})

test('once exposed, the main port counts everybody as remote, loopback callers too', async () => {
  for (const host of [`127.0.0.1:${exposed.port}`, `localhost:${exposed.port}`, 'box.lan']) {
    const headers: Headers = [['Host', host]]
    assert.deepEqual(await statusesOf(exposed, { headers }), [200, 403, 403, 401, 401, 200], host)
    assert.deepEqual(await statusesOf(exposed, { headers: [...headers, ...token] }), [200, 403, 200, 200, 200, 200])
  }
})

test('a raw TCP relay to the exposed port reaches no hook route', async () => {
  const relay = await startRelay(exposed.port)
  const { port } = relay.address() as AddressInfo
  const post: RawRequest = { port, method: 'POST', target: '/api/hooks/ingest', headers: own(exposed) }
  assert.equal((await sendRaw(post)).status, 403)
  assert.equal((await sendRaw({ ...post, headers: [...own(exposed), ...token] })).status, 403)
  assert.equal((await sendRaw({ ...post, method: 'GET', target: '/api/hooks/sessions' })).status, 403)
  relay.close()
})

test('the hook listener serves the hook routes to local callers, and nothing else to anybody', async () => {
  const port = exposed.hookPort
  assert.notEqual(port, exposed.port)
  const host = ['Host', `127.0.0.1:${port}`] as const
  const forwarded: Headers = [host, ['X-Forwarded-For', '1.2.3.4']]
  const rows: [string, string, Headers, number][] = [
    ['POST', '/api/hooks/ingest', [host], 200],
    ['GET', '/api/hooks/sessions', [host], 200],
    ['DELETE', '/api/hooks/sessions/x', [host], 200],
    ['GET', '/api/hooks/sessions/x/nothing', [host], 404],
    ['PUT', '/api/hooks/ingest', [host], 405],
    ['GET', '/api/version', [host], 404],
    ['GET', '/probe/public', [host], 404],
    ['GET', '/probe/authenticated', [host, ...token], 404],
    ['GET', '/api/hooks/sessionsx', [host], 404],
    ['GET', '/', [host], 404],
    ['POST', '/', [host], 404],
    ['POST', '/api/hooks/ingest', forwarded, 403],
    ['POST', '/api/hooks/ingest', [...forwarded, ...token], 403],
    ['GET', '/api/hooks/sessions', [...forwarded, ...token], 403],
    ['GET', '/probe/public', forwarded, 403],
    ['GET', '/', forwarded, 403],
    ['POST', '/api/hooks/ingest', [['Host', `127.0.0.1:${exposed.port}`]], 403],
    ['POST', '/api/hooks/ingest', [['Host', 'box.lan']], 403],
    ['POST', '/api/hooks/ingest', [host, ['Origin', 'http://evil.com']], 403],
    ['GET', '/probe/public', [host, ...handshake], 404],
  ]
  for (const [method, target, headers, status] of rows) {
    assert.equal((await sendRaw({ port, method, target, headers })).status, status, `${method} ${target}`)
  }
})

test('hooks find 127.0.0.1 whatever loopback address the service listens on', async (t) => {
  if (process.platform !== 'linux') return t.skip('one loopback address only')
  const rows: [string, boolean][] = [
    ['127.0.0.2', false],
    ['localhost', true],
  ]
  for (const [address, isMain] of rows) {
    const server = await startTestServer({ mount, config: { host: address } })
    t.after(() => server.stop())
    assert.equal(server.hookPort === server.port, isMain, address)
    const headers: Headers = [['Host', `127.0.0.1:${server.hookPort}`]]
    const answer = await sendRaw({ port: server.hookPort, method: 'POST', target: '/api/hooks/ingest', headers })
    assert.equal(answer.status, 200)
    assert.equal((await fetch(`${server.url}/api/hooks/sessions`)).status, 200, server.url)
  }
})

test('a caller by an address of the network is not local', async (t) => {
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  if (address === undefined) return t.skip('this machine has no network address')
  const request = { port: exposed.port, address, method: 'POST', target: '/probe/local_only' }
  const answer = await sendRaw({ ...request, headers: [['Host', 'box.lan']] })
  assert.equal(answer.status, 403)
  assert.match(answer.body, new RegExp(`the request came from ${address.replaceAll('.', '\\.')}`))
})

test('killing asks for credentials besides the class of the route', async () => {
  const at = own(plain)
  const rows: [string, Headers, number][] = [
    ['/api/hooks/sessions/x', at, 200],
    ['/api/hooks/sessions/x?kill=false', at, 200],
    ['/api/hooks/sessions/x?kill=true', at, 401],
    ['/api/hooks/sessions/x?kill=1', at, 401],
    ['/api/hooks/sessions/x?%6bill=true', at, 401],
    ['/api/hooks/sessions/x?kill=false&kill=true', at, 401],
    ['/api/hooks/sessions/x?kill=true', [...at, ...token], 200],
    ['/api/hooks/sessions/x?kill=true', [...at, ...token, ['X-Forwarded-For', '1.2.3.4']], 403],
  ]
  for (const [target, headers, status] of rows) {
    assert.equal((await sendRaw({ port: plain.port, method: 'DELETE', target, headers })).status, status, target)
  }
})

function startRelay(to: number): Promise<Server> {
  const relay = createServer((socket) => {
    const onward = connect(to, '127.0.0.1')
    socket.pipe(onward).pipe(socket)
    for (const end of [socket, onward]) end.on('error', () => end.destroy())
  })
  return new Promise((resolve) => relay.listen(0, '127.0.0.1', () => resolve(relay)))
}
