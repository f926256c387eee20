// One bundle in two modes: what is gone in legacy mode, what fabric mode guards, and who tells the page which it is in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { journey } from '../support/journey.ts'
import type { Service } from '../support/service.ts'

type Kind = 'legacy' | 'fabric' | 'hostname'
const fabric = { DEPLOYMENT: 'cloud-fabric' }
const byHostname = { fabricMode: 'hostname', fabricHostnames: ['board.localhost'] }

const at = journey({ device: null, env: { DEPLOYMENT: 'cloud-fabrics' } })
const services = new Map<Kind, Service>()

at.prepare(async () => {
  services.set('legacy', at.service)
  services.set('fabric', (await at.openPlace({ env: fabric })).service)
  services.set('hostname', (await at.openPlace({ env: fabric, config: byHostname })).service)
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
    await using tab = await at.openTab()
    await tab.page.goto(`http://${host}:${serviceOf(kind).port}/settings/about`)
    assert.equal(await tab.page.evaluate('window.__FABRIC_MODE__'), flag)
    assert.equal((await pageMode(tab.page)).split(' ')[0], mode)
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
