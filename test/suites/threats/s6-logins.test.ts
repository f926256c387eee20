// S6: bearers, login links and logins of a service: what opens the door and how fast it shuts.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import type { Answer } from '../../support/http.ts'
import { exchange, head, upgrade } from '../../support/raw-tcp.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { openViewer } from '../../support/viewer.ts'
import { listRoutes, listSockets } from './known-routes.ts'

const publicName = 'board.example'

let place: TestHome
/** Exposed, so that no caller is local and credentials alone count. */
let service: Service

before(async () => {
  place = await makeHome()
  service = await startService(place, { env: { SERVICE_PUBLIC_URL: `https://${publicName}` } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const encoded = (text: object): string => Buffer.from(JSON.stringify(text)).toString('base64url')

/** What is not `Bearer <the token>`, as header values. */
const wrongBearers = (token: string): readonly string[] => [
  '',
  'Bearer',
  'Bearer ',
  'Bearer wrong',
  `Bearer ${token}x`,
  `Bearer ${token.slice(0, -1)}`,
  `Bearer ${token.toUpperCase()}${token.toUpperCase() === token ? 'X' : ''}`,
  `Bearer ${token} ${token}`,
  `Bearer ${token},${token}`,
  `Bearer "${token}"`,
  `Bearer=${token}`,
  `Bearer${token}`,
  `Basic ${Buffer.from(`:${token}`).toString('base64')}`,
  `Basic ${token}`,
  `Token ${token}`,
  token,
  `Bearer ${Buffer.from(token).toString('base64')}`,
  `Bearer ${encodeURIComponent('\0')}${token}`,
  'Bearer null',
  'Bearer undefined',
  'Bearer __proto__',
  'Bearer constructor',
  'Bearer %00',
  `Bearer ${encoded({ alg: 'none' })}.${encoded({ sub: 'admin' })}.`,
  `Bearer ${'x'.repeat(12_000)}`,
]

test('nothing but the whole token as Bearer opens a route', async () => {
  const routes = (await listRoutes(service)).filter(({ expected }) => expected?.includes('authenticated') === true)
  assert.ok(routes.length >= 8)
  const [sample] = routes
  for (const route of routes) {
    const without = await service.call(`${route.method} ${route.path}`)
    assertUnauthenticated(without, `${route.method} ${route.path}`)
    const wrong = await service.call(`${route.method} ${route.path}`, { token: 'wrong' })
    assertUnauthenticated(wrong, `${route.method} ${route.path}`)
  }
  for (const authorization of wrongBearers(service.token)) {
    const answer = await service.call(`${sample?.method} ${sample?.path}`, { headers: { authorization } })
    assertUnauthenticated(answer, authorization.slice(0, 100))
    assert.ok(!answer.text.includes(service.token))
  }
  assert.equal((await service.call('GET /api/agents', { token: service.token })).status, 200)
  assert.equal(
    (await service.call('GET /api/agents', { headers: { authorization: `bearer  ${service.token}` } })).status,
    200,
  )
})

test('two Authorization headers, control characters in one and one of a megabyte open nothing', async () => {
  const { port, token } = service
  const lines = ['GET /api/agents HTTP/1.1', `Host: ${publicName}`]
  const bearer = `Authorization: Bearer ${token}`
  for (const more of [
    [bearer, bearer],
    [bearer, 'Authorization: Bearer wrong'],
    ['Authorization: Bearer wrong', bearer],
  ]) {
    assertUnauthenticated(await exchange(port, head(...lines, ...more)), more.join(' | '))
  }
  for (const [value, status] of [
    [`Bearer ${token}\0`, 400],
    [`Bearer \u007f${token}`, 401],
    [`Bearer ${'x'.repeat(1024 * 1024)}`, 431],
  ] as const) {
    const answer = await exchange(port, head(...lines, `Authorization: ${value}`))
    // A client that is still sending may see the connection end before the answer.
    assert.ok(answer === null || answer.status === status || answer.status === 400, String(answer?.status))
  }
})

test('a token in the query, the path, a cookie, a body or another header opens nothing', async () => {
  const { token } = service
  const login = await logIn()
  for (const secret of [token, login]) {
    for (const key of ['token', 'access_token', 'ACCESS_TOKEN', 'auth', 'key', 'authorization', 'bearer', 'code']) {
      for (const path of ['/api/agents', '/api/system/logins', '/metrics', '/api/openapi.json']) {
        assertUnauthenticated(await service.call(`GET ${path}?${key}=${secret}`), `${path}?${key}`)
      }
      const socket = await upgrade(service.port, `/ws/state?${key}=${secret}`, { host: publicName })
      assertUnauthenticated(socket, `/ws/state?${key}`)
    }
    assertUnauthenticated(await service.call('GET /api/agents', { headers: { cookie: `token=${secret}` } }), 'cookie')
    assertUnauthenticated(await service.call('GET /api/agents', { headers: { 'x-access-token': secret } }), 'header')
    assertUnauthenticated(await service.call('POST /api/agents/stop', { json: { token: secret } }), 'body')
    assertUnauthenticated(
      await exchange(
        service.port,
        head(`GET http://x:${secret}@${publicName}/api/agents HTTP/1.1`, `Host: x:${secret}@${publicName}`),
      ),
      'user',
      403,
    )
    for (const protocols of [
      secret,
      `orrery.token.${secret}x`,
      `orrery.token.`,
      `token.${secret}`,
      `Bearer ${secret}`,
    ]) {
      const socket = await upgrade(service.port, '/ws/state', { host: publicName, 'sec-websocket-protocol': protocols })
      assert.ok(socket.status === 401 || socket.status === 400, protocols)
    }
  }
})

test('a login link opens one login, once, and wrong codes are counted', async () => {
  await using place = await makeHome()
  await using service = await startService(place)
  const made = await service.call('POST /api/system/login-links', { token: service.token })
  assert.equal(made.status, 201)
  const code = String(made.json.code)
  const url = new URL(String(made.json.url))
  assert.deepEqual([url.search, url.hash], ['', `#login=${code}`])
  assert.ok(!made.text.includes(service.token))
  assert.ok(Math.abs(Date.parse(String(made.json.expires_at)) - Date.now() - 600_000) < 30_000)

  const tries = await Promise.all(
    Array.from({ length: 5 }, () => service.call('POST /api/auth/login', { json: { code } })),
  )
  assert.deepEqual(
    tries.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 401, 401, 401, 401],
  )
  const token = String(tries.find(({ status }) => status === 200)?.json.token)
  assert.equal((await service.call('GET /api/agents', { token })).status, 200)
  // The code itself is no token, and its uses are over.
  assertUnauthenticated(await service.call('GET /api/agents', { token: code }), 'the code as a token')
  const statuses: number[] = []
  for (let attempt = 0; attempt < 10; attempt++) {
    statuses.push((await service.call('POST /api/auth/login', { json: { code: `guess-${attempt}` } })).status)
  }
  assert.ok(
    statuses.every((status) => status === 401 || status === 429),
    statuses.join(),
  )
  assert.ok(statuses.includes(429), 'guessing is never slowed down')
  // Whoever shares the address with a guesser still logs in: 128 bits need no lock.
  const next = await service.call('POST /api/system/login-links', { token })
  assert.equal(next.status, 201)
  assert.equal((await service.call('POST /api/auth/login', { json: { code: next.json.code } })).status, 200)
})

test('the link that orrery login prints holds no ACCESS_TOKEN', async () => {
  const ran = await orrery(place, ['login'])
  assert.equal(ran.code, 0, ran.err)
  assert.match(ran.out, new RegExp(`^https://${publicName}/#login=\\S+$`, 'm'))
  for (const text of [service.stdout(), service.stderr(), ran.out, ran.err]) assert.ok(!text.includes(service.token))
})

test('a start whose output is kept prints no login link, and how to get one', async () => {
  await service.call('GET /api/version')
  assert.doesNotMatch(service.stdout() + service.stderr(), /#login=|log in with/)
  assert.match(service.stdout(), /^'(npx )?orrery login' makes a login link/m)
})

test('a login that is revoked, or logs out, closes its live sockets within a second and opens nothing more', async () => {
  const endings: readonly ((token: string) => Promise<Answer>)[] = [
    (token) => service.call('POST /api/auth/logout', { token }),
    async (token) => service.call(`DELETE /api/system/logins/${await idOf(token)}`, { token: service.token }),
    async (token) => service.call(`DELETE /api/system/logins/${await idOf(token)}`, { token }),
  ]
  const kept = await logIn()
  using keptViewer = await openViewer(service.port, { token: kept })
  using owner = await openViewer(service.port, { token: service.token })
  for (const end of endings) {
    const token = await logIn()
    using one = await openViewer(service.port, { token })
    using other = await openViewer(service.port, { token })
    const startedMs = performance.now()
    assert.equal((await end(token)).status, 200)
    assert.deepEqual(await Promise.all([one.closed, other.closed]), [1008, 1008])
    assert.ok(performance.now() - startedMs < 1000)
    assertUnauthenticated(await service.call('GET /api/agents', { token }), 'a login that ended')
    const again = { host: publicName, 'sec-websocket-protocol': `orrery, orrery.token.${token}` }
    assertUnauthenticated(await upgrade(service.port, '/ws/state', again), 'a socket of a login that ended')
  }
  assert.deepEqual([keptViewer.socket.readyState, owner.socket.readyState], [1, 1])
  assert.equal((await service.call('GET /api/agents', { token: kept })).status, 200)
})

test('the ACCESS_TOKEN is no login, and a login is told to its own page alone', async () => {
  assert.equal((await service.call('POST /api/auth/logout', { token: service.token })).status, 409)
  const token = await logIn()
  const listed = await service.call('GET /api/system/logins', { token })
  assert.ok(!listed.text.includes(token) && !/sha256|token/i.test(listed.text), listed.text)
  assert.ok(!(await readFile(join(place.home, 'logins.json'), 'utf8')).includes(token))
  assert.equal((await service.call('DELETE /api/system/logins/nobody', { token })).status, 404)
})

test('no answer sets a cookie, on any route, for anybody', async () => {
  const token = await logIn()
  for (const { method, path } of await listRoutes(service)) {
    if (path === '/api/auth/logout') continue
    for (const options of [
      {},
      { token: service.token },
      { token },
      { headers: { cookie: 'a=b', host: 'evil.example' } },
    ]) {
      const { headers } = await service.call(`${method} ${path}`, options)
      assert.equal(headers['set-cookie'], undefined, `${method} ${path}`)
    }
  }
  for (const { path } of listSockets()) {
    const { headers } = await upgrade(service.port, path, { host: publicName, authorization: `Bearer ${token}` })
    assert.equal(headers['set-cookie'], undefined, path)
    const { headers: byPage } = await upgrade(service.port, '/ws/state', {
      host: publicName,
      'sec-websocket-protocol': `orrery, orrery.token.${token}`,
    })
    // A proxy's log would keep the token.
    assert.equal(byPage['sec-websocket-protocol'], 'orrery')
  }
})

async function logIn(): Promise<string> {
  const { json } = await service.call('POST /api/system/login-links', { token: service.token })
  const login = await service.call('POST /api/auth/login', { json: { code: json.code } })
  assert.equal(login.status, 200, login.text)
  return String(login.json.token)
}

async function idOf(token: string): Promise<string> {
  const { json } = await service.call('GET /api/system/logins', { token })
  const own = (json.logins as { id: string; current: boolean }[]).find(({ current }) => current)
  return own?.id ?? 'none'
}

function assertUnauthenticated(answer: Answer | null, where: string, status: number = 401): void {
  const error = status === 401 ? 'unauthenticated' : 'foreign_host'
  assert.deepEqual([answer?.status, answer?.json.error], [status, error], `${where}: ${answer?.text.slice(0, 200)}`)
}
