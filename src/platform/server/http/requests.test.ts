// Bodies, refusals and errors of ordinary requests, over real connections.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { err, ok } from '#base/result.ts'
import type { ErrorBody, Refusal } from '#platform/contract.ts'
import type { Log } from '../log/log.ts'
import { silentLog } from '../log/log.ts'
import { sendResult } from './refuse.ts'
import type { HttpServer } from './server.ts'
import { sendBytes, sendRaw } from './testing/raw-http.ts'
import { startTestServer, testToken, type TestServer } from './testing/test-server.ts'

const mebibyte = 1024 * 1024
const noteSchema = z.strictObject({ text: z.string().min(1) })
const conflict: Refusal = {
  error: 'invalid_transition',
  reason: 'No such arrow.',
  extra: { from: 'idle', event: 'user.cancel', allowed: ['start'] },
}

function mount({ api }: HttpServer): void {
  const open = { access: 'local_or_authenticated' } as const
  const guarded = { access: 'authenticated' } as const
  api.post('/api/notes', { config: open, schema: { body: noteSchema } }, (request) => ({
    length: request.body.text.length,
  }))
  const small = { ...open, anonymousBodyBytes: 1024 }
  api.post('/api/small-notes', { config: small, schema: { body: noteSchema } }, () => ({ ok: true }))
  api.post('/api/system/notes', { config: guarded, schema: { body: noteSchema } }, () => ({ ok: true }))
  api.post('/api/unlock/:id', { config: open }, (request) => ({ body: request.body ?? null }))
  api.get(
    '/api/list',
    { config: open, schema: { querystring: z.strictObject({ limit: z.coerce.number().max(9).optional() }) } },
    (request) => request.query,
  )
  api.post('/api/refuse', { config: open }, (_request, reply) => void sendResult(reply, err(conflict)))
  api.post('/api/create', { config: open }, async (_request, reply) => sendResult(reply, ok({ id: 'x' }), 201))
  api.get('/api/bug', { config: open }, () => {
    throw new Error('the secret hunter2 leaked')
  })
  api.get('/api/async-bug', { config: open }, () => Promise.reject(new Error('the secret hunter2 leaked')))
  const schema = { response: { 200: z.strictObject({ id: z.string() }) } }
  api.get('/api/lie', { config: open, schema }, (_request, reply) => void reply.send({ id: 5 } as never))
}

const logged: object[] = []
const log: Log = { ...silentLog, error: (...line: unknown[]) => void logged.push({ line }) }
const gone = (target: string): Refusal | null =>
  target.startsWith('/api/vault') ? { error: 'gone_in_legacy_mode', reason: 'Gone.' } : null

let server: TestServer
before(async () => {
  server = await startTestServer({ mount, gone, log })
})
after(() => server.stop())

type Answer = { status: number; headers: Headers; body: ErrorBody & Record<string, unknown> }

async function call(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, { method, ...init })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) })
const token = { authorization: `Bearer ${testToken}` }

test('of several faults the first in the order 410, 403, 401, 404, 405, 413, 415, 400 is told', async () => {
  const big = 'x'.repeat(mebibyte + 1)
  const host = ['Host', `127.0.0.1:${server.port}`] as const
  const bearer = ['Authorization', token.authorization] as const
  const foreign = ['Host', 'evil.com'] as const
  const text = ['Content-Type', 'text/plain'] as const
  const jsonType = ['Content-Type', 'application/json'] as const
  type Headers = readonly (readonly [string, string])[]
  const rows: [number, string, string, Headers, string][] = [
    [410, 'PUT', '/api/vault/x', [foreign, text], big],
    [403, 'PUT', '/api/system/notes', [foreign, text], big],
    [401, 'PUT', '/api/system/nothing', [host, text], big],
    [401, 'PUT', '/api/system/notes', [host, text], big],
    [404, 'PUT', '/api/system/nothing', [host, bearer, text], big],
    [405, 'PUT', '/api/system/notes', [host, bearer, text], big],
    [413, 'POST', '/api/system/notes', [host, bearer, text], big],
    [413, 'POST', '/api/system/notes', [host, bearer, jsonType], big],
    [415, 'POST', '/api/system/notes', [host, bearer, text], '{"text":'],
    [400, 'POST', '/api/system/notes', [host, bearer, jsonType], '{"text":'],
    [400, 'POST', '/api/system/notes', [host, bearer, jsonType], '{}'],
    [200, 'POST', '/api/system/notes', [host, bearer, jsonType], '{"text":"a"}'],
  ]
  for (const [status, method, target, headers, body] of rows) {
    const sized: Headers = [...headers, ['Content-Length', String(Buffer.byteLength(body))]]
    const answer = await sendRaw({ port: server.port, method, target, headers: sized, body })
    assert.equal(answer.status, status, `${status} ${method} ${target}`)
    if (status === 405) assert.equal(answer.headers.allow, 'POST')
    if (status === 401) assert.equal(answer.headers['www-authenticate'], 'Bearer realm="orrery"')
  }
})

test('a body is read up to 1 MiB and not a byte further', async () => {
  const fitting = JSON.stringify({ text: 'x'.repeat(mebibyte - 11) })
  assert.equal(fitting.length, mebibyte)
  const headers = { 'content-type': 'application/json' }
  assert.equal((await call('POST', '/api/notes', { headers, body: fitting })).status, 200)
  const over = await call('POST', '/api/notes', { headers, body: `${fitting} ` })
  assert.equal(over.status, 413)
  assert.equal(over.body.error, 'too_large')
})

test('a chunked body over the bound is refused like an announced one, whatever its type', async () => {
  for (const type of ['application/json', 'text/plain']) {
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    const frames = Array.from({ length: 20 }, () => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n']).flat()
    const head = `POST /api/notes HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    const answer = await sendBytes({ port: server.port, parts: [head, ...frames, '0\r\n\r\n'] })
    assert.equal(answer.status, 413, type)
  }
})

test('a route may let callers without credentials send less, announced or in chunks', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(1024) })
  const headers = { 'content-type': 'application/json' }
  assert.equal((await call('POST', '/api/small-notes', { headers, body })).status, 413)
  assert.equal((await call('POST', '/api/small-notes', { headers, body: '{"text":"a"}' })).status, 200)
  assert.equal((await call('POST', '/api/small-notes', { headers: { ...headers, ...token }, body })).status, 200)
  const head = `POST /api/small-notes HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
  const parts = [head, `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]
  assert.equal((await sendBytes({ port: server.port, parts })).status, 413)
})

test('a compressed body is refused, not unpacked', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await call('POST', '/api/notes', { headers, body: gzipSync(JSON.stringify({ text: 'a' })) })
  assert.equal(answer.status, 415)
  assert.match(answer.body.hint ?? '', /Content-Encoding/)
})

test('only application/json is a body', async () => {
  const rows: [string, number][] = [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['APPLICATION/JSON', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonx', 415],
    ['nonsense', 415],
  ]
  for (const [type, status] of rows) {
    const init = { headers: { 'content-type': type }, body: '{"text":"a"}' }
    assert.equal((await call('POST', '/api/notes', init)).status, status, type)
  }
})

test('where no body is expected, an empty one passes under any type, and a field is refused by its name', async () => {
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
    const answer = await call('POST', '/api/unlock/x', { headers: { 'content-type': type } })
    assert.equal(answer.status, 200, type)
  }
  assert.equal((await call('POST', '/api/unlock/x')).status, 200)
  assert.equal((await call('POST', '/api/unlock/x', json({}))).status, 200)
  const field = await call('POST', '/api/unlock/x', json({ lane: 'now' }))
  assert.equal(field.status, 400)
  assert.deepEqual(field.body.details, [{ field: 'lane', reason: 'is not a known field' }])
  assert.equal((await call('POST', '/api/unlock/x', json([1]))).status, 400)
  const text = { headers: { 'content-type': 'text/plain' }, body: 'x' }
  assert.equal((await call('POST', '/api/unlock/x', text)).status, 415)
})

test('where a body is expected, an empty or broken one is refused with one sentence', async () => {
  const type = { 'content-type': 'application/json' }
  const rows: [RequestInit, number, RegExp][] = [
    [{}, 400, /the body must be an object/],
    [{ headers: type }, 400, /The body is empty/],
    [{ headers: { 'content-type': 'text/plain' } }, 415, /not application\/json/],
    [{ headers: type, body: '{' }, 400, /not valid JSON/],
    [{ headers: type, body: '"hunter2' }, 400, /^The body is not valid JSON\.$/],
    [{ headers: type, body: 'null' }, 400, /the body must be an object/],
    [{ headers: type, body: '{"text":"a","__proto__":{"x":1}}' }, 400, /not valid JSON/],
    [{ headers: type, body: '['.repeat(100_000) }, 400, /not valid JSON/],
    [json({ txt: 'a' }), 400, /"text" is required/],
  ]
  for (const [init, status, reason] of rows) {
    const answer = await call('POST', '/api/notes', init)
    assert.equal(answer.status, status, reason.source)
    assert.match(answer.body.reason, reason)
    assert.equal(answer.body.ok, false)
  }
})

test('an unknown field is named with the nearest known one, in the query too', async () => {
  const body = await call('POST', '/api/notes', json({ text: 'a', txet: 'b' }))
  assert.deepEqual(body.body.details, [{ field: 'txet', reason: 'is not a known field (did you mean "text"?)' }])
  const query = await call('GET', '/api/list?limits=5')
  assert.equal(query.status, 400)
  assert.match(query.body.reason, /"limits" is not a known field \(did you mean "limit"\?\)/)
  assert.equal((await call('GET', '/api/list?limit=10')).status, 400)
  assert.deepEqual((await call('GET', '/api/list?limit=5')).body, { limit: 5 })
})

test('a result is answered with its status, a refusal with its own and its further fields at the top', async () => {
  const created = await call('POST', '/api/create')
  assert.equal(created.status, 201)
  assert.deepEqual(created.body, { id: 'x' })
  const refused = await call('POST', '/api/refuse')
  assert.equal(refused.status, 409)
  assert.deepEqual(refused.body, {
    ok: false,
    error: 'invalid_transition',
    reason: 'No such arrow.',
    from: 'idle',
    event: 'user.cancel',
    allowed: ['start'],
  })
})

test('a bug is answered with a request id, and its words stay in the log', async () => {
  for (const path of ['/api/bug', '/api/async-bug', '/api/lie']) {
    logged.length = 0
    const answer = await call('GET', path)
    assert.equal(answer.status, 500, path)
    assert.equal(answer.body.error, 'internal')
    assert.equal(typeof answer.body.request_id, 'string')
    assert.equal(/hunter2|\.ts|Error/.test(JSON.stringify(answer.body)), false)
    assert.equal(logged.length, 1)
    assert.ok(JSON.stringify(logged).includes(String(answer.body.request_id)))
  }
})

test('a person at a browser gets a page, a program gets JSON', async () => {
  const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const headers = [
    ['Host', '<b>evil.com'],
    ['Accept', html],
  ] as const
  const bad = await sendRaw({
    port: server.port,
    target: '/',
    headers: [
      ['Host', 'evil.com:1'],
      ['Accept', html],
    ],
  })
  assert.equal(bad.status, 403)
  assert.match(bad.headers['content-type'] ?? '', /text\/html/)
  assert.match(bad.body, /evil\.com:1/)
  assert.match(bad.body, /allowedHosts/)
  assert.match(bad.headers['content-security-policy'] ?? '', /default-src 'none'; style-src 'sha256-/)
  const scripted = await sendRaw({ port: server.port, target: '/', headers })
  assert.equal(scripted.body.includes('<b>'), false)
  const program = await sendRaw({
    port: server.port,
    target: '/',
    headers: [
      ['Host', 'evil.com'],
      ['Accept', '*/*'],
    ],
  })
  assert.equal((JSON.parse(program.body) as ErrorBody).error, 'foreign_host')
})

test('answers with data are not kept, sniffed or embedded', async () => {
  const { headers } = await call('GET', '/api/list')
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.equal(headers.get('set-cookie'), null)
  assert.equal(headers.get('access-control-allow-origin'), null)
})

test('addresses that can not be decoded, or are too long, are refused in words', async () => {
  assert.equal((await call('GET', '/api/%zz')).status, 400)
  assert.equal((await call('GET', '/api/system/%zz')).status, 401)
  assert.equal((await call('POST', `/api/unlock/${'x'.repeat(2000)}`)).status, 404)
  assert.equal((await call('PROPFIND', '/api/list')).status, 405)
  assert.equal((await call('OPTIONS', '/api/list')).headers.get('allow'), 'GET, HEAD')
  assert.equal((await fetch(`${server.url}/api/list`, { method: 'HEAD' })).status, 200)
})

test('a connection survives a refused body, so that the next request needs no new one', async () => {
  const socket = connect(server.port, '127.0.0.1')
  const head = `POST /api/notes HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\n`
  const statuses: string[] = []
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (chunk) => {
      statuses.push(
        ...chunk
          .toString()
          .matchAll(/HTTP\/1\.1 (\d+)/g)
          .map((match) => match[1] ?? ''),
      )
      if (statuses.length === 3) resolve()
    })
  })
  socket.write(`${head}Content-Length: ${mebibyte * 2}\r\n\r\n`)
  socket.write(Buffer.alloc(mebibyte * 2))
  socket.write(`${head}Content-Length: 1\r\n\r\n{${head}Content-Length: 12\r\n\r\n{"text":"a"}`)
  await answered
  socket.destroy()
  assert.deepEqual(statuses, ['413', '400', '200'])
})
