// A request that breaks several rules at once is refused by the first of them in the promised order.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, type Answer } from '../../support/http.ts'
import { exchange, head, upgrade } from '../../support/raw-tcp.ts'
import { startService, type Service } from '../../support/service.ts'

let places: readonly TestHome[]
let legacy: Service
let fabric: Service
let exposed: Service

before(async () => {
  const [one, two, three] = await Promise.all([makeHome(), makeHome(), makeHome()])
  places = [one, two, three]
  ;[legacy, fabric, exposed] = await Promise.all([
    startService(one),
    startService(two, { env: { DEPLOYMENT: 'cloud-fabric' } }),
    startService(three, { env: { SERVICE_PUBLIC_URL: 'https://board.example' } }),
  ])
})
after(async () => {
  await Promise.all([legacy, fabric, exposed].map((service) => service[Symbol.asyncDispose]()))
  await Promise.all(places.map((place) => place[Symbol.asyncDispose]()))
})

/** What a request may do wrong, in the promised order. Each stays in place while the ones before are put right. */
const faults = ['gone', 'host', 'origin', 'credentials', 'path', 'method', 'size', 'type', 'body'] as const
type Fault = (typeof faults)[number]

const refusals: Readonly<Record<Fault, readonly [status: number, error: string]>> = {
  gone: [410, 'gone_in_legacy_mode'],
  host: [403, 'foreign_host'],
  origin: [403, 'foreign_origin'],
  credentials: [401, 'unauthenticated'],
  path: [404, 'not_found'],
  method: [405, 'method_not_allowed'],
  size: [413, 'too_large'],
  type: [415, 'unsupported_media_type'],
  body: [400, 'invalid_request'],
}

/** A client that asks for the connection's end may see it while it still sends a large body, and not the answer. */
const patient = { connection: 'keep-alive' }

/** Where a fault needs another path than the launch route. */
function pathOf(has: ReadonlySet<Fault>): string {
  if (has.has('gone')) return '/api/vault/recipients'
  return has.has('path') ? '/api/agents/launch/nothing/here' : '/api/agents/launch'
}

function send(has: ReadonlySet<Fault>): Promise<Answer> {
  const headers: Record<string, string> = {
    ...patient,
    'content-type': has.has('type') ? 'text/plain' : 'application/json',
    ...(has.has('host') ? { host: 'evil.example' } : {}),
    ...(has.has('origin') ? { origin: 'https://evil.example' } : {}),
  }
  const body = has.has('size')
    ? '{'.padEnd(1024 * 1024 + 1, 'x')
    : has.has('body')
      ? '{"agent_type":'
      : '{"agent_type":"none"}'
  const token = has.has('credentials') ? undefined : legacy.token
  const method = has.has('method') ? 'PUT' : 'POST'
  return call(legacy.port, `${method} ${pathOf(has)}`, { headers, body, token })
}

test('with every fault from one on, the first is told; so for each of them', async () => {
  for (const [index, first] of faults.entries()) {
    assertRefusal(await send(new Set(faults.slice(index))), first, `all from ${first}`)
  }
})

test('of any two faults the earlier one is told', async () => {
  for (const [index, first] of faults.entries()) {
    for (const second of faults.slice(index + 1)) {
      assertRefusal(await send(new Set([first, second])), first, `${first} and ${second}`)
    }
  }
})

test('of any three faults the earliest one is told', async () => {
  for (const [index, first] of faults.entries()) {
    for (const [further, second] of faults.slice(index + 1).entries()) {
      for (const third of faults.slice(index + further + 2)) {
        assertRefusal(await send(new Set([first, second, third])), first, `${first}, ${second} and ${third}`)
      }
    }
  }
})

test('each fault alone is told as itself', async () => {
  for (const fault of faults) assertRefusal(await send(new Set([fault])), fault, fault)
})

test('a body of unknown length counts as too large before its type and content do', async () => {
  const chunk = `10000\r\n${'{'.repeat(0x1_0000)}\r\n`
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    const lines = [
      'POST /api/agents/launch HTTP/1.1',
      `Host: 127.0.0.1:${legacy.port}`,
      `Authorization: Bearer ${legacy.token}`,
      `Content-Type: ${type}`,
      'Transfer-Encoding: chunked',
    ]
    const answer = await exchange(legacy.port, `${head(...lines)}${chunk.repeat(20)}0\r\n\r\n`)
    assert.equal(answer?.status, 413, `${type} ${answer?.text}`)
  }
})

/** The four prefixes that legacy mode does not have, on a segment boundary. */
const gated = [
  '/api/vault',
  '/api/vault/',
  '/api/vault/x?y=z',
  '/api/auth/setup-init',
  '/api/auth/setup-init/x',
  '/api/auth/devices',
  '/api/auth/devices/1',
  '/api/fuel',
  '/api/fuel/day',
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']

test('in legacy mode 410 comes before everything, for every method and prefix, and not beside them', async () => {
  for (const path of gated) {
    for (const method of methods) {
      const evil = { host: 'evil.example', origin: 'https://evil.example' }
      for (const options of [{}, { token: legacy.token }, { headers: evil }, { token: 'wrong', headers: evil }]) {
        const { status } = await call(legacy.port, `${method} ${path}`, options)
        assert.equal(status, 410, `${method} ${path}`)
      }
    }
    assert.equal((await upgrade(legacy.port, path, { host: 'evil.example' })).status, 410, `a socket at ${path}`)
  }
  for (const path of ['/api/vaults', '/api/vault-x', '/api/auth/devicesx', '/api/fuelled', '/api/auth/setup-initx']) {
    assert.equal((await call(legacy.port, `GET ${path}`, { token: legacy.token })).status, 404, path)
  }
})

test('in fabric mode the same paths need credentials before anything is said about them', async () => {
  const big = { body: 'x'.repeat(1024 * 1024 + 1), headers: { ...patient, 'content-type': 'text/plain' } }
  for (const path of gated) {
    for (const method of methods) {
      const body = method === 'GET' || method === 'HEAD' ? {} : big
      assert.equal((await call(fabric.port, `${method} ${path}`, body)).status, 401, `${method} ${path}`)
      const answer = await call(fabric.port, `${method} ${path}`, { ...body, headers: { host: 'evil.example' } })
      assert.equal(answer.status, 403, `${method} ${path} for evil`)
    }
  }
})

test('what exists is told to nobody who may not use it', async () => {
  const rows: readonly (readonly [service: Service, route: string, status: number])[] = [
    [legacy, 'GET /api/agents/nothing', 401],
    [legacy, 'PUT /api/agents/launch', 401],
    [legacy, 'GET /api/system/nothing', 401],
    [legacy, 'DELETE /api/flow/strands/x/run', 401],
    [legacy, 'GET /mcp', 401],
    [legacy, 'GET /api/nothing', 404],
    [legacy, 'PUT /api/hooks/sessions', 405],
    [legacy, 'GET /api/hooks/ingest', 405],
    [exposed, 'PUT /api/hooks/sessions', 403],
    [exposed, 'GET /api/hooks/ingest', 403],
    [exposed, 'GET /api/hooks/sessions/nobody', 403],
    [exposed, 'GET /api/nothing', 401],
    [exposed, 'GET /api/tasks/nobody', 401],
    [exposed, 'PUT /metrics', 401],
  ]
  for (const [service, route, status] of rows) {
    assert.equal((await service.call(route)).status, status, route)
  }
})

test('credentials are judged before a raised right: kill=true needs them on every spelling', async () => {
  for (const query of [
    'kill=true',
    'kill=TRUE',
    'kill',
    'kill=1',
    'kill=',
    'kill=false&kill=true',
    '%6bill=true',
    'a=1&kill=x',
  ]) {
    const local = await legacy.call(`DELETE /api/hooks/sessions/nobody?${query}`)
    assert.equal(local.status, 401, `${query} ${local.text}`)
  }
  assert.equal((await legacy.call('DELETE /api/hooks/sessions/nobody?kill=false')).status, 404)
  assert.equal((await legacy.call('DELETE /api/hooks/sessions/nobody?kill=true', { token: legacy.token })).status, 404)
})

function assertRefusal({ status, json, text }: Answer, fault: Fault, where: string): void {
  assert.deepEqual([status, json.error, json.ok], [...refusals[fault], false], `${where}: ${text.slice(0, 200)}`)
}
