// S2: no spelling of a request's head and no second listener makes a stranger local, on any route there is.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, listSessions } from '../../support/http.ts'
import { exchange, head, upgrade } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'
import { assertRefusal, listRoutes, listSockets, strangersRefusal, type Route } from './known-routes.ts'

const publicName = 'board.example'
const publicUrl = `https://${publicName}`

type Mode = 'legacy' | 'fabric'
/** Modes differ in their routes, never in who is let in. Four services are started once for all tests. */
type Pair = { readonly service: Service; readonly exposed: Service; readonly exposedPlace: TestHome }

const environments: Readonly<Record<Mode, Readonly<Record<string, string>>>> = {
  legacy: {},
  fabric: { DEPLOYMENT: 'cloud-fabric' },
}
const stack = new AsyncDisposableStack()
const pairs = new Map<Mode, Pair>()

before(async () => {
  await Promise.all(
    (['legacy', 'fabric'] as const).map(async (mode) => {
      const env = environments[mode]
      const [service, exposed] = await Promise.all([start(env), start({ ...env, SERVICE_PUBLIC_URL: publicUrl })])
      pairs.set(mode, { service: service.service, exposed: exposed.service, exposedPlace: exposed.place })
    }),
  )
})
after(() => stack.disposeAsync())

async function start(env: Readonly<Record<string, string>>): Promise<{ place: TestHome; service: Service }> {
  const place = stack.use(await makeHome())
  return { place, service: stack.use(await startService(place, { env })) }
}

function pairOf(mode: Mode): Pair {
  const pair = pairs.get(mode)
  assert.ok(pair)
  return pair
}

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

for (const mode of ['legacy', 'fabric'] as const) {
  describe(`in ${mode} mode`, () => {
    test('no spelling of the Host makes a stranger local, on any route', async () => {
      const { service } = pairOf(mode)
      const own = `127.0.0.1:${service.port}`
      for (const route of (await listRoutes(service)).filter(({ expected }) => expected !== 'signed')) {
        for (const [what, linesOf] of foreignHeads) {
          const lines = linesOf(route, own)
          const answer = await exchange(service.port, head(...lines, 'Content-Length: 0', 'Connection: close'))
          assertRefusal(answer, foreignRefusal(route), `${what}: ${lines.join(' | ')}`)
        }
      }
      assert.deepEqual(await listSessions(service), [])
    })

    test('no place of a forwarding mark hides it, on any route', async () => {
      const { service } = pairOf(mode)
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

    test('the second listener of an exposed service serves local hooks, and of every other route nothing', async () => {
      const { exposed, exposedPlace } = pairOf(mode)
      const { hookPort, token } = exposed
      assert.equal((await readFile(join(exposedPlace.home, 'hook-port'), 'utf8')).trim(), String(hookPort))
      for (const { method, path } of await listRoutes(exposed)) {
        const where = `${method} ${path} on the hook port`
        const answer = await call(hookPort, `${method} ${path}`, { token })
        if (path.startsWith('/api/hooks/')) assert.ok(![401, 403].includes(answer.status), where)
        else assertRefusal(answer, [404, 'not_found'], where)
        const forwarded = await call(hookPort, `${method} ${path}`, {
          token,
          headers: { 'x-forwarded-for': '1.2.3.4' },
        })
        assertRefusal(forwarded, [403, 'local_only'], `${where}, forwarded`)
        const byName = await call(hookPort, `${method} ${path}`, { token, headers: { host: publicName } })
        assertRefusal(byName, [403, 'foreign_host'], `${where}, by the public name`)
      }
      for (const { path, expected } of listSockets()) {
        const socket = await upgrade(hookPort, path, { authorization: `Bearer ${token}` })
        const isGone = mode === 'legacy' && expected === 'device'
        const refusal = isGone ? ([410, 'gone_in_legacy_mode'] as const) : ([404, 'not_found'] as const)
        assertRefusal(socket, refusal, `${path} on the hook port`)
      }
    })
  })
}

test('a plain TCP forward leaves no mark, so a service that is not exposed takes its callers for local ones', async () => {
  const { service } = pairOf('legacy')
  await using relay = await openRelay(service.port)
  const asked = head('GET /api/hooks/sessions HTTP/1.1', `Host: localhost:${service.port}`)
  assert.equal((await exchange(relay.port, asked))?.status, 200)
})

/** Devices dial whatever name leads here, so that of a claim its code is asked. */
function foreignRefusal({ expected }: Route): readonly [status: number, error: string] {
  return expected === 'pairing' ? [401, 'unauthenticated'] : [403, 'foreign_host']
}

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
