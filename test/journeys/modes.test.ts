// One bundle in two modes: what is gone in legacy mode, what fabric mode guards, and who tells the page which it is in.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openTab } from '../support/browser.ts'
import { makeHome, type TestHome } from '../support/home.ts'
import { startService, type Service } from '../support/service.ts'

type Kind = 'legacy' | 'fabric' | 'hostname'
const deployments: Readonly<Record<Kind, { DEPLOYMENT?: string; config?: object }>> = {
  legacy: { DEPLOYMENT: 'cloud-fabrics' },
  fabric: { DEPLOYMENT: 'cloud-fabric' },
  hostname: { DEPLOYMENT: 'cloud-fabric', config: { fabricMode: 'hostname', fabricHostnames: ['board.localhost'] } },
}

const homes: TestHome[] = []
const services = new Map<Kind, Service>()
let browser: Browser

before(async () => {
  for (const kind of ['legacy', 'fabric', 'hostname'] as const) {
    const { DEPLOYMENT, config = {} } = deployments[kind]
    const home = await makeHome()
    homes.push(home)
    await mkdir(home.home, { mode: 0o700 })
    await writeFile(join(home.home, 'config.json'), JSON.stringify(config))
    services.set(kind, await startService(home, { env: { DEPLOYMENT } }))
  }
  browser = await openBrowser()
})

after(async () => {
  await browser?.close()
  for (const service of services.values()) await service[Symbol.asyncDispose]()
  for (const home of homes) await home[Symbol.asyncDispose]()
})

const gated = [
  '/api/vault',
  '/api/vault/items/1',
  '/api/auth/setup-init',
  '/api/auth/devices',
  '/api/auth/devices/1',
  '/api/fuel',
  '/api/fuel/today',
]
const notGated = ['/api/vaults', '/api/fuels/x', '/api/auth/setup-initial', '/api/auth/device']

test('in legacy mode the gated paths are gone for everybody and by every method', async () => {
  const service = serviceOf('legacy')
  for (const path of gated) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      for (const token of [undefined, service.token]) {
        const { status, json } = await service.call(`${method} ${path}`, { token })
        assert.equal(status, 410, `${method} ${path}`)
        assert.equal(json.ok, false)
        assert.equal(typeof json.reason, 'string')
      }
    }
  }
  for (const path of notGated) assert.notEqual((await service.call(`GET ${path}`)).status, 410, path)
})

test('in fabric mode they take credentials, and only then say what is there', async () => {
  const service = serviceOf('fabric')
  for (const path of gated) {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      assert.equal((await service.call(`${method} ${path}`)).status, 401, `${method} ${path}`)
      const { status } = await service.call(`${method} ${path}`, { token: service.token })
      assert.ok(![401, 410].includes(status), `${method} ${path}: ${status}`)
    }
  }
})

test('the version answers in both modes and names them', async () => {
  for (const [kind, mode] of [
    ['legacy', 'legacy'],
    ['fabric', 'fabric'],
  ] as const) {
    const { status, json } = await serviceOf(kind).call('GET /api/version')
    assert.equal(status, 200)
    assert.equal(json.mode, mode)
  }
})

/** Chromium takes every name under localhost for this machine. */
const rows: readonly [Kind, string, boolean | undefined, 'legacy' | 'fabric'][] = [
  ['legacy', '127.0.0.1', false, 'legacy'],
  ['legacy', 'fabric.localhost', false, 'legacy'],
  ['fabric', '127.0.0.1', true, 'fabric'],
  ['fabric', 'localhost', true, 'fabric'],
  ['hostname', 'localhost', undefined, 'legacy'],
  ['hostname', 'fabric.localhost', undefined, 'fabric'],
  ['hostname', 'board.localhost', undefined, 'fabric'],
  ['hostname', 'prefabric.localhost', undefined, 'legacy'],
]

for (const [kind, host, flag, mode] of rows) {
  test(`${host} of a ${kind} service is in ${mode} mode, with the flag ${String(flag)}`, async () => {
    await using tab = await openTab(browser)
    await tab.page.goto(`http://${host}:${serviceOf(kind).port}/settings/about`)
    assert.equal(await tab.page.evaluate('window.__FABRIC_MODE__'), flag)
    assert.equal((await pageMode(tab.page)).split(' ')[0], mode)
    assert.deepEqual(tab.faults, [])
  })
}

async function pageMode(page: Page): Promise<string> {
  return page.locator('dt', { hasText: 'This page' }).locator('+ dd').innerText()
}

function serviceOf(kind: Kind): Service {
  const service = services.get(kind)
  assert.ok(service !== undefined)
  return service
}
