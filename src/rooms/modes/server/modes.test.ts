// Both modes on a real server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer, testToken, type TestServer } from '#platform/server/http/testing/test-server.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { openModesRoom, type ModesGround } from './index.ts'

const gated = [
  '/api/vault',
  '/api/vault/x/y',
  '/api/auth/setup-init',
  '/api/auth/devices/x',
  '/api/fuel',
  '/api/%76ault',
]
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

async function start(config: Partial<ModesGround['config']>): Promise<TestServer> {
  const whole = {
    deployment: null,
    fabricMode: 'deployment',
    fabricHostnames: [],
    tmuxSocket: 'work',
    ...config,
  } as const
  const modes = openModesRoom({ config: whole, environment: {}, version: '1.2.3' })
  return await startTestServer({ ...modes, mount: (http) => mountRoom(http, modes) })
}

const token = { authorization: `Bearer ${testToken}` }

test('in legacy mode the four prefixes are gone for every method and caller', async (t) => {
  const server = await start({ deployment: 'something-else' })
  t.after(() => server.stop())
  for (const path of gated) {
    for (const method of methods) {
      const answer = await fetch(`${server.url}${path}`, { method, headers: token })
      assert.equal(answer.status, 410, `${method} ${path}`)
      assert.equal(((await answer.json()) as { error: string }).error, 'gone_in_legacy_mode')
    }
  }
  assert.equal((await fetch(`${server.url}/api/vaultx`)).status, 404)
})

test('in fabric mode they need credentials, whether anything is there or not', async (t) => {
  const server = await start({ deployment: 'cloud-fabric' })
  t.after(() => server.stop())
  for (const path of gated) {
    for (const method of methods) {
      assert.equal((await fetch(`${server.url}${path}`, { method })).status, 401, `${method} ${path}`)
      assert.equal((await fetch(`${server.url}${path}`, { method, headers: token })).status, 404, `${method} ${path}`)
    }
  }
})

test('the version is told in both modes', async (t) => {
  for (const [deployment, mode] of [
    [null, 'legacy'],
    ['cloud-fabric', 'fabric'],
  ] as const) {
    const server = await start({ deployment })
    t.after(() => server.stop())
    const answer = await fetch(`${server.url}/api/version`)
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), {
      name: 'orrery',
      version: '1.2.3',
      mode,
      node: process.versions.node,
      tmux_socket: 'work',
      command: 'npx orrery',
    })
  }
})

test('mode.js sets the flag from DEPLOYMENT, or leaves it to the hostname', async (t) => {
  const names = ['box.example', '</script>']
  const rows: [Partial<ModesGround['config']>, string][] = [
    [{}, 'window.__FABRIC_MODE__ = false;\n'],
    [{ deployment: 'cloud-fabric' }, 'window.__FABRIC_MODE__ = true;\n'],
    [{ deployment: 'cloud-fabric', fabricMode: 'hostname' }, ''],
  ]
  for (const [config, flag] of rows) {
    const server = await start({ ...config, fabricHostnames: names })
    t.after(() => server.stop())
    const answer = await fetch(`${server.url}/mode.js`)
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(
      await answer.text(),
      `${flag}window.__FABRIC_HOSTNAMES__ = ${JSON.stringify(names)};\nwindow.__ORRERY_COMMAND__ = "npx orrery";\n`,
    )
  }
})
