// The cockpit of a hub with two nodes: the other one is a planet with the sessions of its own tmux, and says since when it is away.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { withoutPostgres } from '#testing/postgres.testkit.ts'
import { findBarriers } from '../support/axe.ts'
import { openBrowser, openTab, signIn, type Tab, type TabOptions } from '../support/browser.ts'
import { planet, ship, takeBoth, turning } from '../support/cockpit-page.ts'
import { makeHome } from '../support/home.ts'
import { launch, sessionOf } from '../support/http.ts'
import { startService, type Service } from '../support/service.ts'
import { openNodes } from '../suites/nodes/two-services.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }
const options = { skip: withoutPostgres }
const title = 'Reconcile the books'

type Hub = {
  readonly nodes: Awaited<ReturnType<typeof openNodes>>
  readonly attic: Service
  readonly cellar: Service
  readonly browser: Browser
}
let hub: Hub | null = null
const opened = new AsyncDisposableStack()
const tabs: Tab[] = []

before(async () => {
  if (withoutPostgres !== false) return
  const nodes = opened.use(await openNodes(fabric))
  const [attic, cellar] = [await nodes.node('attic'), await nodes.node('cellar')]
  hub = { nodes, attic: await attic.begin(), cellar: await cellar.begin(), browser: opened.use(await openBrowser()) }
})
after(() => opened.disposeAsync())

const both = (): Hub => hub ?? assert.fail('it runs')

async function tabAt(service: Service, more: TabOptions = {}): Promise<Page> {
  const tab = opened.use(await openTab(both().browser, { bypassCSP: true, reducedMotion: 'no-preference', ...more }))
  tabs.push(tab)
  await signIn(tab, service, '/')
  return tab.page
}

async function assertNoFaults(): Promise<void> {
  for (const tab of tabs) assert.deepEqual(await tab.allFaults(), [])
}

const around = (page: Page) => page.locator('.planet-place[data-device="node cellar"]')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'cellar' })

test('the other node is a planet, and what runs in its tmux circles it', options, async () => {
  const { attic, cellar } = both()
  const started = sessionOf(await launch(cellar, { agent_type: 'shell', prompt: 'sleep 600', label: title }))
  const page = await tabAt(attic)
  await planet(page, 'cellar').waitFor()
  await around(page)
    .getByRole('button', { name: `${title}, running` })
    .waitFor()
  assert.match(
    (await planet(page, 'cellar').getAttribute('aria-label')) ?? '',
    /^cellar, online, .+ GiB free, load \d+ %, 1 session$/,
  )
  assert.deepEqual(await turning(page), ['circle'])
  assert.equal(await ship(page, title).count(), 1, 'it is drawn once')
  assert.equal(await page.locator('.adrift').count(), 0)
  const said = (await page.locator('.bubble > p').innerText()).replaceAll(/\s+/g, ' ')
  assert.match(said, /^One session works and needs nobody\./)
  assert.doesNotMatch(said, /cellar/, 'nobody launches on it from here')
  const { json } = await attic.call('GET /api/devices', { token: attic.token })
  assert.deepEqual(
    (json.devices as { id: string; active_sessions: number }[]).map(({ id, active_sessions: count }) => [id, count]),
    [['local', 0]],
    'it is no session of this machine',
  )
  await takeBoth(page, 'nodes')
  assert.deepEqual(await findBarriers(page), [])
  await ship(page, title).press('Enter')
  await page.locator('.drawer', { hasText: title }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('session'), started.id)
  await assertNoFaults()
})

test('its panel tells what it is and what runs there, from any page and after a reload', options, async () => {
  const { attic } = both()
  const page = await tabAt(attic)
  await planet(page, 'cellar').press('Enter')
  const open = dialog(page)
  await open.getByRole('button', { name: title }).waitFor()
  assert.deepEqual(await open.locator('dt').allInnerTexts(), [
    'Status',
    'Host',
    'Version',
    'Up',
    'Free RAM',
    'Load',
    'Page',
  ])
  await open.getByText('it listens for its own machine alone').waitFor()
  assert.equal(await open.getByRole('link').count(), 0)
  await takeBoth(page, 'node-panel')
  assert.deepEqual(await findBarriers(page), [])
  await page.goto(`${new URL(page.url()).origin}/board?node=cellar`)
  await dialog(page).getByText('Online').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
  await assertNoFaults()
})

test('a phone has a row for it, with its sessions and its panel', options, async () => {
  const { attic } = both()
  const page = await tabAt(attic, { device: 'phone' })
  const row = page.locator('.planet-row[data-device="node cellar"]')
  await row.getByRole('button', { name: `${title}, running` }).waitFor()
  assert.match(await row.locator('.said .meta').first().innerText(), /GiB free, load \d+ %/)
  await takeBoth(page, 'nodes-phone')
  await row.getByRole('button', { name: 'cellar', exact: true }).click()
  await dialog(page).getByRole('button', { name: title }).waitFor()
  await takeBoth(page, 'node-panel-phone')
  await page.keyboard.press('Escape')
  await assertNoFaults()
})

test('killed, it says since when it is unreachable, in place and with what ran there', options, async () => {
  const { nodes, attic, cellar } = both()
  const page = await tabAt(attic, { reducedMotion: 'reduce' })
  await planet(page, 'cellar, online').waitFor()
  await cellar.kill()
  // It would take half a minute until three heartbeats are missing.
  await nodes.change(
    `UPDATE orrery.nodes SET last_heartbeat = last_heartbeat - interval '45 seconds' WHERE name = 'cellar'`,
  )
  await planet(page, 'cellar, unreachable').waitFor()
  await around(page)
    .locator('.planet-words', { hasText: /unreachable, .+ ago/ })
    .waitFor()
  await around(page)
    .getByRole('button', { name: `${title}, running` })
    .waitFor()
  assert.deepEqual(await turning(page), [], 'with reduced motion nothing turns')
  await takeBoth(page, 'node-unreachable')
  assert.deepEqual(await findBarriers(page), [])
  await planet(page, 'cellar').click()
  await dialog(page).getByText('Unreachable').waitFor()
  assert.equal(await dialog(page).getByText('not known while it is away').count(), 2)
  await takeBoth(page, 'node-panel-unreachable')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Table' }).click()
  await page.locator('.planet-row', { hasText: /unreachable, .+ ago/ }).waitFor()
  await takeBoth(page, 'nodes-table')
  await assertNoFaults()
})

test(
  'one that was stopped is a planet as long as something runs there; one of an earlier release tells less',
  options,
  async () => {
    const { nodes, attic } = both()
    const page = await tabAt(attic)
    await planet(page, 'cellar').waitFor()
    await nodes.change(`INSERT INTO orrery.nodes
    (name, instance, hostname, url, version, capabilities, started_at, last_heartbeat, stopped_at)
    VALUES ('shed', gen_random_uuid(), 'shed', 'https://shed.example', '0.1.0', '{}', now(), now(), now())`)
    await nodes.change(`UPDATE orrery.nodes SET stopped_at = now() WHERE name = 'cellar'`)
    await planet(page, 'cellar, offline').waitFor()
    assert.equal(await planet(page, 'shed').count(), 0)
    await nodes.change(`UPDATE orrery.nodes SET stopped_at = NULL WHERE name = 'shed'`)
    await planet(page, 'shed, online, no sessions').waitFor()
    await planet(page, 'shed').click()
    const panel = page.getByRole('dialog', { name: 'shed' })
    assert.equal(await panel.getByRole('link', { name: 'Open its page' }).getAttribute('href'), 'https://shed.example')
    assert.equal(await panel.getByText('its version does not tell').count(), 2)
    await takeBoth(page, 'node-of-before')
    await assertNoFaults()
  },
)

test('a service that is alone is asked for nodes once', async () => {
  const place = opened.use(await makeHome())
  const service = opened.use(await startService(place, { env: fabric }))
  const browser = hub?.browser ?? opened.use(await openBrowser())
  const tab = opened.use(await openTab(browser, { reducedMotion: 'reduce' }))
  const asked: string[] = []
  tab.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(tab, service, '/')
  const countOf = (path: string): number => asked.filter((each) => each === path).length
  await tab.page.locator('.planet-button').first().waitFor()
  while (countOf('/api/devices') < 4) await tab.page.waitForRequest('**/api/devices')
  assert.equal(countOf('/api/nodes'), 1)
  assert.deepEqual(await tab.allFaults(), [])
})
