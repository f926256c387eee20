// Every route answers bad input with a fitting status, a plain sentence and no change to any session.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf, type Answer, type CallOptions } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { badRequests, invalid, type Row } from './bad-requests.ts'
import { listRoutes, type Route } from './known-routes.ts'

let place: TestHome
let service: Service
/** Sessions to ask about: one registered and idle, one running, one whose agent is done. */
let idle: string
let running: string
let done: string

before(async () => {
  place = await makeHome()
  await mkdir(place.home)
  const agents = { custom: { command: ['true', '{prompt}'] } }
  await writeFile(join(place.home, 'config.json'), JSON.stringify({ agents }))
  service = await startService(place)
  const registered = await service.call('POST /api/hooks/sessions', { json: { tmux_session: 'registered' } })
  idle = sessionOf(registered).id
  running = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'exec sleep 1000', session_name: 'taken' }),
  ).id
  done = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'true', session_name: 'done' })).id
  await until(
    'one is done',
    async () => (await listSessions(service)).find(({ id }) => id === done)?.state === 'completed',
  )
  await until(
    'its terminal is gone',
    async () => (await listSessions(service)).find(({ id }) => id === done)?.tmux_alive === false,
  )
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

for (const [name, rows] of Object.entries(badRequests)) {
  test(`${name}: each fault is told in words, by its field, and changes nothing`, async () => {
    for (const row of rows) await assertRefused(row)
  })
}

/** A fault that every route with a body has to see in the same way. */
const broken: readonly (CallOptions & { readonly what: string; readonly status: number; readonly error: string })[] = [
  ...['{', '{"a":}', "{'a':1}", '{"a":1,}', 'undefined', 'NaN', '{"a":1}{"b":2}', '\u0000', '[', '"'].map((body) => {
    return { what: JSON.stringify(body), body, headers: { 'content-type': 'application/json' }, ...invalid }
  }),
  { what: 'an empty body', body: '', headers: { 'content-type': 'application/json' }, ...invalid },
  { what: 'no body and no type', ...invalid },
  { what: '__proto__', body: '{"__proto__":{"x":1}}', headers: { 'content-type': 'application/json' }, ...invalid },
  {
    what: 'constructor',
    body: '{"constructor":{"prototype":{"x":1}}}',
    headers: { 'content-type': 'application/json' },
    ...invalid,
  },
  ...[
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/jsonx',
    'rubbish',
    ';',
  ].map((type) => {
    return { what: type, body: '{}', headers: { 'content-type': type }, status: 415, error: 'unsupported_media_type' }
  }),
  {
    what: 'a compressed body',
    body: '{}',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    status: 415,
    error: 'unsupported_media_type',
  },
]

const bodyLimit = 1024 * 1024

test('every route that takes a body sees what is no JSON, of another type or too large', async () => {
  const routes = (await listRoutes(service)).filter((route) => route.takesBody)
  assert.ok(routes.length >= 6, routes.map(({ path }) => path).join())
  for (const { method, path, isOptional } of routes) {
    for (const { what, status, error, ...options } of broken) {
      if (isOptional && (options.body ?? '') === '') continue
      const route = `${method} ${path.replace('nobody', idle)}`
      await assertRefused({ what, route, status, error, ...(options as Pick<Row, 'json' | 'body' | 'headers'>) })
    }
    const body = ' '.repeat(bodyLimit + 1)
    // Without this the client asks for the connection's end, which may come while it still sends.
    const headers = { connection: 'keep-alive' }
    const answer = await service.call(`${method} ${path}`, { body, headers, token: service.token })
    assert.deepEqual([answer.status, answer.json.error], [413, 'too_large'], `${method} ${path} ${answer.text}`)
    assertExplained(answer, `${method} ${path} with a large body`)
  }
})

test('a route whose request is none takes an empty body of any type, and no other', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'rubbish']) {
    const headers = { 'content-type': type, 'content-length': '0' }
    const made = await service.call('POST /api/system/login-links', { headers, token: service.token })
    assert.equal(made.status, 201, `${type} ${made.text}`)
    const removed = await service.call('DELETE /api/hooks/sessions/nobody', { headers })
    assert.equal(removed.status, 404, `${type} ${removed.text}`)
  }
  const other = { headers: { 'content-type': 'text/plain' }, body: 'x', token: service.token }
  assert.equal((await service.call('POST /api/system/login-links', other)).status, 415)
})

test('a wrong method is 405 with the methods that there are, on every path', async () => {
  const routes = (await listRoutes(service)).filter(({ path }) => path.startsWith('/api/') || path === '/metrics')
  for (const { path } of routes) {
    const own = new Set(routes.filter((route) => fits(route, path)).map(({ method }) => method))
    // A read can be asked without its body.
    if (own.has('GET')) own.add('HEAD')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
      if (own.has(method)) continue
      const answer = await service.call(`${method} ${path}`, { token: service.token })
      assert.equal(answer.status, 405, `${method} ${path}: ${answer.text}`)
      assertExplained(answer, `${method} ${path}`)
      const allowed = String(answer.headers.allow).split(', ')
      assert.deepEqual(
        [...own].filter((one) => one !== 'HEAD' && !allowed.includes(one)),
        [],
        `${path} ${String(allowed)}`,
      )
      assert.ok(!allowed.includes(method), path)
    }
  }
})

/** `/api/tasks/{id}` fits `/api/tasks/bulk` as well. */
function fits({ pattern }: Route, path: string): boolean {
  return new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\{(?:\w+|\*)\}/g, '[^/]+')}$`).test(path)
}

test('HEAD answers as GET does, without a body', async () => {
  for (const path of [
    '/api/version',
    '/healthz',
    '/api/hooks/sessions',
    '/metrics',
    '/',
    '/board',
    '/mode.js',
    '/api/hooks/sessions/nobody',
  ]) {
    const [got, headed] = [await service.call(`GET ${path}`), await service.call(`HEAD ${path}`)]
    assert.deepEqual([headed.status, headed.text], [got.status, ''], path)
    assert.equal(headed.headers['content-type'], got.headers['content-type'], path)
  }
})

test('a path that nothing has is a plain 404', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/hooks',
    '/api/hooks/sessions/',
    '/api/hooks/sessions/x/y/z',
    '/api/agents/',
    '/ws',
    '/ws/state',
    '/mcp/x',
    '/nothing.js',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await service.call(`${method} ${path}`, { token: service.token })
      assert.ok(answer.status === 404 || answer.status === 405, `${method} ${path} ${answer.status}`)
      assertExplained(answer, `${method} ${path}`)
    }
  }
  for (const path of ['/api/hooks/sessions/%', '/api/hooks/sessions/%zz', '/api/hooks/sessions/%ff%fe']) {
    const answer = await service.call(`GET ${path}`)
    assert.deepEqual([answer.status, answer.json.error], [400, 'invalid_request'], path)
    assertExplained(answer, path)
  }
})

test('bad input to an event still moves nothing, and unknown fields of events pass', async () => {
  const before = await snapshot()
  const json = { session_id: running, event: 'start', metadata: 5, then: 'x', agent_type: [], tool: { deep: [1] } }
  const answer = await ingest(service, json)
  assert.deepEqual([answer.status, answer.json.ok, answer.json.changed], [200, true, false], answer.text)
  const changed = (await snapshot()).map(({ last_activity: _at, ...rest }) => rest)
  assert.deepEqual(
    changed,
    before.map(({ last_activity: _at, ...rest }) => rest),
  )
})

async function assertRefused(row: Row): Promise<void> {
  const before = await snapshot()
  const options = JSON.parse(
    fill(JSON.stringify({ json: row.json, body: row.body, headers: row.headers })),
  ) as CallOptions
  const answer = await service.call(fill(row.route), { ...options, token: service.token })
  const where = `${row.route} with ${row.what}: ${answer.text.slice(0, 500)}`
  assert.deepEqual([answer.status, answer.json.error], [row.status, row.error], where)
  assertExplained(answer, where)
  const details = (answer.json.details ?? []) as { field: string }[]
  const named = details.map(({ field }) => field)
  assert.deepEqual(
    (row.fields ?? []).filter((field) => !named.includes(field)),
    [],
    where,
  )
  if (row.says !== undefined) assert.match(answer.text.replaceAll('\\"', '"'), row.says, where)
  if (row.status === 409 && row.error === 'invalid_transition') assertTransition(answer, where)
  assert.deepEqual(await snapshot(), before, where)
}

const fill = (text: string): string =>
  text.replaceAll('<idle>', idle).replaceAll('<running>', running).replaceAll('<done>', done)

const snapshot = () => listSessions(service)

function assertTransition({ json }: Answer, where: string): void {
  assert.ok(typeof json.from === 'string' && typeof json.event === 'string', where)
  assert.ok(Array.isArray(json.allowed) && json.allowed.length > 0 && !json.allowed.includes(json.event), where)
}

const bodyKeys = ['ok', 'error', 'reason', 'hint', 'details', 'from', 'event', 'allowed']

/** The one shape of errors, and sentences that a person can read. */
function assertExplained({ json, headers, text }: Answer, where: string): void {
  assert.equal(headers['content-type'], 'application/json; charset=utf-8', where)
  assert.equal(json.ok, false, where)
  assert.match(String(json.error), /^[a-z]+(_[a-z]+)*$/, where)
  assert.deepEqual(
    Object.keys(json).filter((key) => !bodyKeys.includes(key)),
    [],
    where,
  )
  const { reason, hint, details } = json
  assertSentence(reason, where)
  // A command to copy stands at the end, and has no full stop.
  if (hint !== undefined) assert.ok(typeof hint === 'string' && /[.?]$|: orrery [^.]+$/.test(hint), where)
  for (const { field, reason } of (details ?? []) as { field: unknown; reason: unknown }[]) {
    assert.ok(typeof field === 'string' && typeof reason === 'string' && reason.length > 3, where)
  }
  assert.doesNotMatch(text, /\bat .+\.(js|ts):\d+|node:internal|\[object |undefined|SyntaxError|ZodError|SQLITE/, where)
  assert.ok(text.length < 4000, `${where.slice(0, 100)} is answered with ${text.length} characters`)
}

/** One sentence with a full stop: no JSON, no lines, nothing after it. */
function assertSentence(reason: unknown, where: string): void {
  assert.ok(typeof reason === 'string' && reason.length >= 15, where)
  // What the request said may stand in it, in quotation marks.
  const own = reason.replaceAll(/"(?:[^"\\]|\\.)*"/g, 'X')
  assert.match(own, /^[A-Z].*\.$/, where)
  assert.doesNotMatch(own, /\n|\{"|^\[|[?!] |\.$.|\. [A-Z]/, where)
}
