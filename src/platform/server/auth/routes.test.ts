// Logging in, over real connections and sockets.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { WebSocket } from 'ws'
import type { Login } from '#platform/contract.ts'
import type { HttpServer } from '../http/server.ts'
import { startTestServer, testToken, type TestServer } from '../http/testing/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer({ mount })
})
after(() => server.stop())

function mount({ addSocket }: HttpServer): void {
  addSocket({ path: '/ws/flow', access: 'authenticated', accept: () => {} })
  addSocket({ path: '/ws/state', access: 'public', accept: () => {} })
}

type Answer = { status: number; body: Record<string, string> & { logins?: (Login & { current: boolean })[] } }

async function call(method: string, path: string, options: { token?: string; body?: object } = {}): Promise<Answer> {
  const headers = new Headers({ 'user-agent': 'Firefox on a phone' })
  if (options.token !== undefined) headers.set('authorization', `Bearer ${options.token}`)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  const body = options.body === undefined ? null : JSON.stringify(options.body)
  const response = await fetch(`${server.url}${path}`, { method, headers, body })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function logIn(): Promise<string> {
  const link = await call('POST', '/api/system/login-links', { token: testToken })
  const login = await call('POST', '/api/auth/login', { body: { code: link.body.code ?? '' } })
  assert.equal(login.status, 200)
  return login.body.token ?? ''
}

function openSocket(path: string, token: string): WebSocket {
  return new WebSocket(`${server.url.replace('http', 'ws')}${path}`, ['orrery', `orrery.token.${token}`])
}

test('a login link carries its code in the fragment, and a fresh one takes credentials', async () => {
  assert.equal((await call('POST', '/api/system/login-links')).status, 401)
  const { status, body } = await call('POST', '/api/system/login-links', { token: testToken })
  assert.equal(status, 201)
  assert.equal(body.url, `${server.url}/#login=${body.code}`)
  assert.equal(body.url?.includes(testToken), false)
  assert.match(body.expires_at ?? '', /Z$/)
})

test('a code is traded for a token once', async () => {
  const { body } = await call('POST', '/api/system/login-links', { token: testToken })
  const code = body.code ?? ''
  assert.equal((await call('POST', '/api/auth/login', { body: { code } })).status, 200)
  const again = await call('POST', '/api/auth/login', { body: { code } })
  assert.equal(again.status, 401)
  assert.equal(again.body.error, 'unauthenticated')
  assert.equal((await call('POST', '/api/auth/login', { body: { code, more: 1 } })).status, 400)
  await logIn()
})

test('a login sees the list of logins, ends others and itself', async () => {
  const [one, other] = [await logIn(), await logIn()]
  const listed = await call('GET', '/api/system/logins', { token: one })
  const logins = listed.body.logins ?? []
  assert.equal(logins.filter(({ current }) => current).length, 1)
  assert.equal(logins[0]?.label, 'Firefox on a phone')
  assert.equal(JSON.stringify(logins).includes(one), false)
  const otherId = (await call('GET', '/api/system/logins', { token: other })).body.logins?.find(
    ({ current }) => current,
  )?.id
  assert.equal((await call('DELETE', `/api/system/logins/${otherId}`, { token: one })).status, 200)
  assert.equal((await call('GET', '/api/system/logins', { token: other })).status, 401)
  assert.equal((await call('DELETE', `/api/system/logins/${otherId}`, { token: one })).status, 404)
  assert.equal((await call('POST', '/api/auth/logout', { token: one })).status, 200)
  assert.equal((await call('POST', '/api/auth/logout', { token: one })).status, 401)
  assert.equal((await call('POST', '/api/auth/logout', { token: testToken })).status, 409)
})

test('ending a login closes its live sockets within a second, and no other’s', async () => {
  const [mine, other] = [await logIn(), await logIn()]
  const [reader, sleeper] = [openSocket('/ws/flow', mine), openSocket('/ws/state', mine)]
  const bystanders = [
    openSocket('/ws/flow', other),
    openSocket('/ws/flow', testToken),
    openSocket('/ws/state', 'wrong'),
  ]
  await Promise.all([reader, sleeper, ...bystanders].map((socket) => once(socket, 'open')))
  assert.equal(reader.protocol, 'orrery')
  // A client that never reads its close frame must not stay either.
  sleeper.pause()
  const closed = once(reader, 'close')
  const startedMs = Date.now()
  await call('POST', '/api/auth/logout', { token: mine })
  const [code] = (await closed) as [number]
  assert.equal(code, 1008)
  while ((await countSockets()) > bystanders.length) assert.ok(Date.now() - startedMs < 1000)
  for (const socket of bystanders) assert.equal(socket.readyState, WebSocket.OPEN)
  for (const socket of [sleeper, ...bystanders]) socket.terminate()
})

async function countSockets(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^orrery_sockets (\d+)$/m.exec(text)?.[1])
}

test('five wrong codes are enough', async () => {
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries++) {
    statuses.push((await call('POST', '/api/auth/login', { body: { code: 'wrong' } })).status)
  }
  assert.deepEqual(statuses.slice(-1), [429])
})
