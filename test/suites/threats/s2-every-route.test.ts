// S2: no spelling of a request's head and no second listener makes a stranger local, on any route there is.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, listSessions } from '../../support/http.ts'
import { exchange, head, upgrade } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { assertRefusal, listRoutes, listSockets, strangersRefusal, type Route } from './known-routes.ts'

const publicName = 'board.example'

let place: TestHome
let service: Service
let exposedPlace: TestHome
let exposed: Service

before(async () => {
  ;[place, exposedPlace] = await Promise.all([makeHome(), makeHome()])
  const env = { SERVICE_PUBLIC_URL: `https://${publicName}` }
  ;[service, exposed] = await Promise.all([startService(place), startService(exposedPlace, { env })])
})
after(async () => {
  await Promise.all([service[Symbol.asyncDispose](), exposed[Symbol.asyncDispose]()])
  await Promise.all([place[Symbol.asyncDispose](), exposedPlace[Symbol.asyncDispose]()])
})

type Shape = readonly [what: string, linesOf: (route: Route, own: string) => string[]]

/** Heads that name no Host, more than one, or another one in another place. */
const foreignHeads: readonly Shape[] = [
  ['no Host', ({ method, path }) => [`${method} ${path} HTTP/1.1`]],
  ['an empty Host', ({ method, path }) => [`${method} ${path} HTTP/1.1`, 'Host:']],
  ['HTTP/1.0 without Host', ({ method, path }) => [`${method} ${path} HTTP/1.0`]],
  ['HTTP/1.0 for evil', ({ method, path }) => [`${method} ${path} HTTP/1.0`, 'Host: evil.example']],
  ['evil last', ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, `Host: ${own}`, 'Host: evil.example']],
  ['evil first', ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, 'Host: evil.example', `Host: ${own}`]],
  ['our Host twice', ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, `Host: ${own}`, `Host: ${own}`]],
  ['a list of Hosts', ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, `Host: ${own}, evil.example`]],
  ['absolute for evil', ({ method, path }, own) => [`${method} http://evil.example${path} HTTP/1.1`, `Host: ${own}`]],
  ['absolute of ours', ({ method, path }, own) => [`${method} http://${own}${path} HTTP/1.1`, 'Host: evil.example']],
]

/** Heads that name us alone, but were passed on by somebody. */
const forwardedHeads: readonly Shape[] = [
  ['as to a proxy', ({ method, path }, own) => [`${method} http://${own}${path} HTTP/1.1`, `Host: ${own}`]],
  ['marked before Host', ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, 'Via: 1.1 x', `Host: ${own}`]],
  ['an empty mark', ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, `Host: ${own}`, 'X-Forwarded-For:']],
  [
    'a doubled mark',
    ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, `Host: ${own}`, 'CF-Ray: 1', 'CF-Ray: 2'],
  ],
  ['a late mark', ({ method, path }, own) => [`${method} ${path} HTTP/1.1`, `Host: ${own}`, 'A: b', 'TAILSCALE-x: y']],
]

test('no spelling of the Host makes a stranger local, on any route', async () => {
  const own = `127.0.0.1:${service.port}`
  for (const route of (await listRoutes(service)).filter(({ expected }) => expected !== 'signed')) {
    for (const [what, linesOf] of foreignHeads) {
      const lines = linesOf(route, own)
      const answer = await exchange(service.port, head(...lines, 'Content-Length: 0', 'Connection: close'))
      assertRefusal(answer, [403, 'foreign_host'], `${what}: ${lines.join(' | ')}`)
    }
  }
  assert.deepEqual(await listSessions(service), [])
})

test('no place of a forwarding mark hides it, on any route', async () => {
  const own = `127.0.0.1:${service.port}`
  for (const route of (await listRoutes(service)).filter(({ expected }) => expected !== 'signed')) {
    for (const [what, linesOf] of forwardedHeads) {
      const lines = linesOf(route, own)
      const answer = await exchange(service.port, head(...lines, 'Content-Length: 0', 'Connection: close'))
      const where = `${what}: ${lines.join(' | ')}`
      if (route.expected === 'public') assert.ok(answer !== null && answer.status !== 403, where)
      else assertRefusal(answer, strangersRefusal(route), where)
    }
  }
  assert.deepEqual(await listSessions(service), [])
})

test('a plain TCP forward leaves no mark, so a service that is not exposed takes its callers for local ones', async () => {
  await using relay = await openRelay(service.port)
  const asked = head('GET /api/hooks/sessions HTTP/1.1', `Host: localhost:${service.port}`)
  assert.equal((await exchange(relay.port, asked))?.status, 200)
})

test('the second listener of an exposed service serves local hooks, and of every other route nothing', async () => {
  const { hookPort, token } = exposed
  assert.equal((await readFile(join(exposedPlace.home, 'hook-port'), 'utf8')).trim(), String(hookPort))
  for (const { method, path } of await listRoutes(exposed)) {
    const where = `${method} ${path} on the hook port`
    const answer = await call(hookPort, `${method} ${path}`, { token })
    if (path.startsWith('/api/hooks/')) assert.ok(![401, 403].includes(answer.status), where)
    else assertRefusal(answer, [404, 'not_found'], where)
    const forwarded = await call(hookPort, `${method} ${path}`, { token, headers: { 'x-forwarded-for': '1.2.3.4' } })
    assertRefusal(forwarded, [403, 'local_only'], `${where}, forwarded`)
    const byName = await call(hookPort, `${method} ${path}`, { token, headers: { host: publicName } })
    assertRefusal(byName, [403, 'foreign_host'], `${where}, by the public name`)
  }
  for (const { path } of listSockets()) {
    const socket = await upgrade(hookPort, path, { authorization: `Bearer ${token}` })
    assertRefusal(socket, [404, 'not_found'], `${path} on the hook port`)
  }
})

async function openRelay(target: number): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer((socket) => {
    const other = connect(target, '127.0.0.1')
    const cut = (): void => {
      socket.destroy()
      other.destroy()
    }
    socket.on('error', cut)
    other.on('error', cut)
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
