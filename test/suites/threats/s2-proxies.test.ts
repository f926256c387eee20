// S2: behind a real nginx, a real caddy and a plain TCP forward nobody reaches a hook route, however the request is spelled,
// and a caller has the rights of a remote one.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { testCertificate } from '../../../src/testing/certificate.testkit.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, ingest, listSessions, sessionOf, type Answer } from '../../support/http.ts'
import { exchange, head, upgrade } from '../../support/raw-tcp.ts'
import { openRelay } from '../../support/relay.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openViewer } from '../../support/viewer.ts'
import { nginxOfGuide, proxyKinds, settingsOfGuide, type ProxyKind } from './proxies.ts'

const publicName = 'orrery.example'
const event = { tmux_session: 'agent-tunnel', event: 'start' }
const body = JSON.stringify(event)

const relay: ProxyKind = { name: 'a plain TCP forward', missing: null, start: openRelay }

let place: TestHome
let service: Service
before(async () => {
  place = await makeHome()
  service = await startService(place, { env: { SERVICE_PUBLIC_URL: `http://${publicName}` } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** First line and headers of a request that would pass for a hook's, if a proxy and we read it differently. */
function spellings(port: number): readonly (readonly string[])[] {
  const post = 'POST /api/hooks/ingest HTTP/1.1'
  const [named, local] = [`Host: ${publicName}`, `Host: 127.0.0.1:${port}`]
  const marks = [
    ['X-Forwarded-For: 127.0.0.1'],
    ['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-For: 127.0.0.1'],
    ['X-Forwarded-For: ::1, 127.0.0.1', 'X-Real-IP: 127.0.0.1', 'X-Forwarded-Host: localhost'],
    ['Forwarded: for=127.0.0.1;host=localhost', 'Forwarded: for="[::1]"'],
    ['X-Forwarded-Host: 127.0.0.1', 'X-Forwarded-Port: 1', 'X-Forwarded-Proto: http'],
    ['X_Forwarded_For: 127.0.0.1', 'X-Original-URL: /api/version', 'X-Rewrite-URL: /api/version'],
    ['X-HTTP-Method-Override: GET'],
    // Asks the proxy to take its own marks away before it passes the request on.
    ['Connection: close, X-Forwarded-For, X-Real-IP, X-Forwarded-Host, Via'],
    ['Connection: Host'],
    ['Origin: http://127.0.0.1', 'Sec-Fetch-Site: same-origin'],
  ]
  const paths = ['//api/hooks/ingest', '/api/../api/hooks/ingest', '/%61pi/hooks/ingest', '/api%2fhooks%2fingest']
  return [
    ...[named, local, 'Host: localhost', 'Host: [::1]'].flatMap((host) => marks.map((lines) => [post, host, ...lines])),
    [post, local, named],
    [post, named, local],
    [`POST http://127.0.0.1:${port}/api/hooks/ingest HTTP/1.1`, local],
    [`POST http://127.0.0.1:${port}/api/hooks/ingest HTTP/1.1`, named],
    [`POST http://${publicName}/api/hooks/ingest HTTP/1.1`, local],
    [`POST http://localhost/api/hooks/ingest HTTP/1.1`, 'Host: localhost', 'X-Forwarded-For: 127.0.0.1'],
    ['POST /api/hooks/ingest HTTP/1.0'],
    ['POST /api/hooks/ingest HTTP/1.0', local],
    ['POST /api/hooks/ingest HTTP/1.0', named, 'Connection: keep-alive', 'X-Forwarded-For: 127.0.0.1'],
    ...paths.map((path) => [`POST ${path} HTTP/1.1`, local]),
    ...paths.map((path) => [`POST ${path} HTTP/1.1`, named]),
  ]
}

for (const kind of [...proxyKinds, relay]) {
  describe(kind.name, () => {
    test('no spelling of a request reaches a hook route, with the token or without', async (t) => {
      if (kind.missing !== null) return t.skip(kind.missing)
      await using proxy = await kind.start(service.port)
      const own = ['Content-Type: application/json', `Content-Length: ${body.length}`]
      for (const lines of spellings(service.port)) {
        for (const more of [[], [`Authorization: Bearer ${service.token}`]]) {
          const answer = await exchange(proxy.port, head(...lines, ...own, ...more) + body)
          const where = `${[...lines, ...more].join(' | ')}: ${answer?.status} ${answer?.text.slice(0, 200)}`
          assert.ok(answer === null || (answer.status >= 300 && answer.status < 500), where)
        }
      }
      assert.deepEqual(await listSessions(service), [])
    })

    test('its callers have the rights of remote ones', async (t) => {
      if (kind.missing !== null) return t.skip(kind.missing)
      await using proxy = await kind.start(service.port)
      await assertRemote(proxy.port)
    })
  })
}

async function assertRemote(port: number): Promise<void> {
  const { token } = service
  const through = (route: string, more: object = {}): Promise<Answer> =>
    call(port, route, { headers: { host: publicName }, ...more })
  assert.equal((await through('GET /api/version')).status, 200)
  for (const secret of [undefined, token]) {
    const answer = await through('POST /api/hooks/ingest', { json: event, token: secret })
    assert.deepEqual([answer.status, answer.json.error], [403, 'local_only'])
  }
  const launched = { json: { agent_type: 'shell', prompt: 'true' } }
  for (const [route, status, options] of [
    ['GET /api/hooks/sessions', 403, {}],
    ['GET /metrics', 401, {}],
    ['GET /api/tasks', 401, {}],
    ['POST /api/agents/launch', 401, launched],
    ['GET /api/hooks/sessions', 200, { token }],
    ['GET /metrics', 200, { token }],
    ['GET /api/tasks', 200, { token }],
  ] as const) {
    assert.equal((await through(route, options)).status, status, `${route} ${JSON.stringify(options)}`)
  }
  for (const path of ['/ws/state', '/ws/flow', '/ws/terminal/x'])
    assert.equal((await upgrade(port, path, { host: publicName })).status, 401, path)
  await assertLive(port)
}

/** One that was dismissed does not come back by an event, so each proxy has its own. */
let followed = 0

/** A page behind the proxy follows the board. */
async function assertLive(port: number): Promise<void> {
  using viewer = await openViewer(port, { token: service.token, host: publicName })
  const { id } = sessionOf(await ingest(service, { ...event, tmux_session: `agent-beside-${++followed}` }))
  await until('the viewer sees it', () => viewer.sessions.has(id))
  assert.equal((await call(service.hookPort, `DELETE /api/hooks/sessions/${id}`)).status, 200)
  await until('and that it goes', () => !viewer.sessions.has(id))
  assert.deepEqual(await listSessions(service), [])
}

const guided = 'board.example.net'
const certificate = testCertificate([guided])

test('behind TLS as the guide sets it up with nginx, a passkey is for its name, and no page elsewhere may ask', async (t) => {
  const kind = nginxOfGuide(certificate)
  if (kind.missing !== null) return t.skip(kind.missing)
  await using home = await makeHome()
  await using exposed = await startService(home, { env: { SERVICE_PUBLIC_URL: `https://${guided}` } })
  await using proxy = await kind.start(exposed.port)
  const own = await askByTls(proxy.port, `https://${guided}`)
  assert.deepEqual([own.status, own.json.options?.rpId], [200, guided], JSON.stringify(own.json))
  assert.equal((await askByTls(proxy.port, 'https://evil.example')).status, 403)
})

test('Caddy takes what the guide sets up', async (t) => {
  const caddy = proxyKinds.find(({ name }) => name === 'caddy')
  if (caddy?.missing !== null) return t.skip(caddy?.missing ?? 'it is not tried')
  const file = join(place.home, 'Caddyfile')
  await writeFile(file, settingsOfGuide('caddy'))
  const { status, stdout, stderr } = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /"reverse_proxy".*127\.0\.0\.1:7420/)
})

type Told = { readonly status: number; readonly json: { readonly options?: { readonly rpId: string } } }

/** As a page at that origin begins a login. */
function askByTls(port: number, origin: string): Promise<Told> {
  return new Promise((resolve, reject) => {
    const headers = { host: guided, origin }
    const path = '/api/auth/passkey-login/options'
    const trust = { ca: certificate.cert, servername: guided }
    const asked = { host: '127.0.0.1', port, path, method: 'POST', headers, ...trust }
    const sent = request(asked, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const json = JSON.parse(Buffer.concat(parts).toString()) as Told['json']
        resolve({ status: answer.statusCode ?? 0, json })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
