import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { z } from 'zod'
import type { Refusal } from '#platform/contract.ts'
import { startTestServer } from './testing/test-server.ts'

test('healthz tells that the process lives, readyz whether it can work', async (t) => {
  let refusal: Refusal | null = { error: 'starting', reason: 'The service starts.' }
  const server = await startTestServer({ notReady: () => refusal })
  t.after(() => server.stop())
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
  assert.equal(await status('/healthz'), 200)
  assert.equal(await status('/readyz'), 503)
  refusal = { error: 'storage_unavailable', reason: 'The disk is full.' }
  const answer = await fetch(`${server.url}/readyz`)
  assert.equal(answer.status, 503)
  assert.deepEqual(await answer.json(), { ok: false, error: 'storage_unavailable', reason: 'The disk is full.' })
  refusal = null
  assert.deepEqual(await (await fetch(`${server.url}/readyz`)).json(), { status: 'ready' })
})

test('metrics count requests by route, never by path, and show what others registered', async (t) => {
  const server = await startTestServer({
    mount: ({ api, metrics }) => {
      api.get('/api/things/:id', { config: { access: 'public' } }, () => ({}))
      metrics.gauge('orrery_things', 'Things.', () => 3)
      metrics.counter('orrery_things_total', 'Things seen.').add(2)
      assert.throws(() => metrics.gauge('orrery_things', 'Again.', () => 4), /registered twice/)
    },
  })
  t.after(() => server.stop())
  for (const id of ['thing-17', 'thing-18']) await fetch(`${server.url}/api/things/${id}`)
  const text = await (await fetch(`${server.url}/metrics`)).text()
  assert.match(text, /^orrery_http_requests_total\{method="GET",route="\/api\/things\/:id",status="200"\} 2$/m)
  assert.match(text, /^orrery_http_request_duration_seconds_count\{method="GET",route="\/api\/things\/:id"\} 2$/m)
  assert.match(text, /^orrery_http_request_duration_seconds_bucket\{.*:id",le="\+Inf"\} 2$/m)
  assert.match(text, /^orrery_things 3$/m)
  assert.match(text, /^orrery_things_total 2$/m)
  assert.match(text, /^process_cpu_seconds_total /m)
  assert.equal(text.includes('thing-1'), false)
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1])
  assert.equal(new Set(names).size, names.length)
})

test('the OpenAPI document describes every route by its schemas', async (t) => {
  const body = z.strictObject({ label: z.string() })
  const server = await startTestServer({
    mount: ({ api }) => {
      const schema = { body, params: z.object({ id: z.string() }), response: { 201: z.object({ id: z.string() }) } }
      api.post('/api/things/:id', { config: { access: 'public' }, schema }, (request, reply) => {
        void reply.code(201).send({ id: request.params.id })
      })
    },
  })
  t.after(() => server.stop())
  const response = await fetch(`${server.url}/api/openapi.json`)
  const document = (await response.json()) as { openapi: string; paths: Record<string, Record<string, never>> }
  assert.equal(response.status, 200)
  assert.equal(document.openapi, '3.1.0')
  const operation: Record<string, Record<string, never>> = document.paths['/api/things/{id}']?.post ?? {}
  assert.deepEqual(Object.keys(operation.responses ?? {}), ['201', '4XX'])
  assert.match(JSON.stringify(operation.requestBody), /"label":\{"type":"string"\}/)
  const described = Object.keys(document.paths)
  for (const { kind, url } of server.server.routes()) {
    if (kind === 'socket' || url === '/*' || url.startsWith('/api/docs')) continue
    assert.ok(described.includes(url.replaceAll(/:(\w+)/g, '{$1}')), url)
  }
})

test('the viewer of the document is served whole by the service itself, under a policy of its own', async (t) => {
  const server = await startTestServer()
  t.after(() => server.stop())
  const page = await fetch(`${server.url}/api/docs`)
  const html = await page.text()
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'/)
  assert.equal(/https?:/.test(policy), false)
  assert.equal(page.headers.get('x-content-type-options'), 'nosniff')
  const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
  assert.ok(assets.length >= 5)
  for (const asset of [...assets, '/api/docs/json']) {
    const answer = await fetch(new URL(asset, `${server.url}/api/docs`))
    assert.equal(answer.status, 200, asset)
    assert.equal(new URL(answer.url).origin, server.url)
    await answer.body?.cancel()
  }
  const forwarded = { headers: { 'x-forwarded-for': '1.2.3.4' } }
  for (const path of ['/api/docs', '/api/docs/json', '/api/openapi.json', '/metrics']) {
    assert.equal((await fetch(`${server.url}${path}`, forwarded)).status, 401, path)
  }
})

test('a taken port is the system’s error, a taken port for hooks is replaced by a free one', async (t) => {
  const blocker = createServer()
  blocker.listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as AddressInfo
  await assert.rejects(startTestServer({ config: { port } }), { code: 'EADDRINUSE' })
  const hooks = { port, autoInstall: false, interactiveStop: 'exit', promptSubmit: 'letter' } as const
  const server = await startTestServer({ config: { allowedHosts: ['box.lan'], hooks } })
  t.after(() => server.stop())
  assert.notEqual(server.hookPort, port)
  assert.notEqual(server.hookPort, server.port)
  blocker.close()
})

test('a stopping service lets a request under way finish, and closing it twice is fine', async (t) => {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const server = await startTestServer({
    mount: ({ api }) => {
      api.get('/api/slow', { config: { access: 'public' } }, async () => {
        enter()
        await released
        return { ok: true }
      })
    },
  })
  t.after(() => server.stop())
  const answer = fetch(`${server.url}/api/slow`)
  await entered
  const closed = Promise.all([server.server.close(), server.server.close()])
  release()
  assert.equal((await answer).status, 200)
  await closed
  await assert.rejects(fetch(`${server.url}/healthz`))
})
