import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { silentLog } from '#platform/server/log/log.ts'
import { startTestServer, testToken, type TestServer } from '#platform/server/http/testing/test-server.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { openPluginsRoom, type Plugins } from './open-plugins.ts'

let home: string
let plugins: Plugins
let server: TestServer

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'orrery-plugins-'))
  const ground = { config: { home }, environment: { PATH: '/bin', ACCESS_TOKEN: 'secret' }, log: silentLog }
  plugins = openPluginsRoom(ground, { importLimitMs: 5000, callLimitMs: 4000 })
  server = await startTestServer({ mount: (http) => mountRoom(http, plugins) })
})
after(async () => {
  await server.stop()
  await plugins[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(home, file)), { recursive: true })
  await writeFile(join(home, file), text)
}

async function call(method: string, path: string, body?: unknown) {
  return await callAs(testToken, { method, path, body })
}

type Call = { readonly method: string; readonly path: string; readonly body?: unknown }

async function callAs(token: string, { method, path, body }: Call) {
  const response = await fetch(`${server.url}/api/plugins/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    body: (await response.json()) as { error?: string; reason?: string; hint?: string },
  }
}

test('routes of a plugin are served below its name, with parameters, query and body', async () => {
  await write(
    'plugins/echo.ts',
    `import { definePlugin } from 'orrery/strand'
     export default definePlugin({ routes: {
       'POST /echo/:id': ({ method, path, params, query, body }) => ({ method, path, params, query, body }),
       'GET /': () => 'root',
       'DELETE /drafts/:id': ({ params, answer }) => answer(404, { reason: 'no draft ' + params.id }),
       'PATCH /nothing': () => {},
       'GET /env': () => process.env,
     } })`,
  )
  assert.deepEqual(await plugins.load(), [])
  assert.deepEqual(await call('POST', 'echo/echo/a%20b?x=1&y=2', { n: 1 }), {
    status: 200,
    body: { method: 'POST', path: '/echo/a b', params: { id: 'a b' }, query: { x: '1', y: '2' }, body: { n: 1 } },
  })
  assert.deepEqual(await call('POST', 'echo/echo/1'), {
    status: 200,
    body: { method: 'POST', path: '/echo/1', params: { id: '1' }, query: {}, body: null },
  })
  assert.deepEqual(await call('GET', 'echo'), { status: 200, body: 'root' })
  assert.deepEqual(await call('DELETE', 'echo/drafts/7'), { status: 404, body: { reason: 'no draft 7' } })
  assert.deepEqual(await call('PATCH', 'echo/nothing', {}), { status: 200, body: null })
  // Beside the id by which what it starts is found, it sees what is no secret of the service.
  const environment = new Map(Object.entries((await call('GET', 'echo/env')).body))
  assert.ok(environment.delete('ORRERY_TRACKING_ID'))
  assert.deepEqual(Object.fromEntries(environment), { PATH: '/bin', SERVICE_HOME: home })
})

test('a stranger is refused, and the token of a step opens the routes of plugins and nothing else', async () => {
  assert.equal((await callAs('wrong', { method: 'GET', path: 'echo' })).status, 401)
  assert.equal((await callAs(server.auth.stepToken, { method: 'GET', path: 'echo' })).status, 200)
  const bearer = { headers: { authorization: `Bearer ${server.auth.stepToken}` } }
  for (const path of [
    '/api/system/logins',
    '/api/plugins/../system/logins',
    '/api/plugins/%2e%2e/system/logins',
    '/api/agents/launch',
    '/api/plugins',
  ]) {
    assert.equal((await fetch(`${server.url}${path}`, bearer)).status, 401, path)
  }
})

test('what is not there is told with what is', async () => {
  const plugin = await call('GET', 'nobody/x')
  assert.deepEqual([plugin.status, plugin.body.reason], [404, 'There is no plugin nobody.'])
  const route = await call('POST', 'echo/nowhere', {})
  assert.deepEqual([route.status, route.body.reason], [404, 'The plugin echo has no route POST "/nowhere".'])
  assert.match(route.body.hint ?? '', /It has POST \/echo\/:id, GET \//)
})

test('a plugin that fails, hangs, blocks, dies or answers nonsense harms nobody else', async () => {
  await write(
    'plugins/bad.ts',
    `export default { routes: {
       'GET /throws': () => { throw new TypeError('boo') },
       'GET /text': () => { throw 'boo' },
       'GET /hangs': () => new Promise(() => {}),
       'GET /blocks': () => { for (;;) {} },
       'GET /dies': () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) },
          'GET /large': () => 'x'.repeat(2e6),
       'GET /map': () => new Map(),
       'GET /status': ({ answer }) => answer(99, null),
       'GET /fine': () => 'fine',
     } }`,
  )
  assert.deepEqual(await plugins.load(), [])
  const rows: readonly [string, number, RegExp][] = [
    ['throws', 502, /^The plugin bad failed: TypeError: boo$/],
    ['text', 502, /threw 'boo', which is no Error/],
    ['hangs', 504, /^The plugin bad did not answer within 4 s\.$/],
    ['blocks', 504, /^The plugin bad did not answer within 4 s\.$/],
    ['dies', 502, /its process was ended by SIGKILL/],
    ['large', 502, /its answer has \d+ KiB of JSON/],
    ['map', 502, /its answer is a Map, which JSON can't hold/],
    ['status', 502, /it answered with the status 99/],
  ]
  for (const [route, status, reason] of rows) {
    const answer = await call('GET', `bad/${route}`)
    assert.equal(answer.status, status, route)
    assert.match(answer.body.reason ?? '', reason)
    assert.deepEqual(await call('GET', 'bad/fine'), { status: 200, body: 'fine' })
  }
  assert.deepEqual(await call('GET', 'echo'), { status: 200, body: 'root' })
})

test('a reload picks up edits, and bad files are told with their line', async () => {
  await write('plugins/echo.ts', "export default { routes: { 'GET /': () => 'edited' } }")
  await write('plugins/syntax.ts', '\nconst a = = 1\n')
  await write('plugins/none.ts', '\nexport default { a: 1 }\n')
  await write('plugins/route.ts', "export default { routes: {\n  'FETCH x': () => 1,\n} }\n")
  await write('plugins/echo.js', "export default { routes: { 'GET /': () => 'second' } }")
  await write('plugins/Upper.ts', 'export default { routes: {} }')
  const errors = await plugins.load()
  assert.deepEqual(
    errors.map(({ file, line }) => `${file}:${line}`).toSorted((a, b) => a.localeCompare(b, 'en')),
    ['plugins/echo.ts:null', 'plugins/none.ts:2', 'plugins/route.ts:2', 'plugins/syntax.ts:2', 'plugins/Upper.ts:null'],
  )
  assert.deepEqual(await call('GET', 'echo'), { status: 200, body: 'second' })
  await rm(join(home, 'plugins/echo.js'))
  await plugins.load()
  assert.deepEqual(await call('GET', 'echo'), { status: 200, body: 'edited' })
})
