// The page on a phone that has no service to ask: it opens, shows what it last showed and says from when, and never more.
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cardOf, liveDot, openTab, signIn } from '../support/browser.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/board', tab: { serviceWorkers: 'allow' } })

const asOf = (page: Page) => page.getByRole('status').getByText(/^Shown as of \d\d:\d\d\./)

/** What this browser keeps of the last page, as text; empty for nothing. */
const copyIn = (page: Page) =>
  page.evaluate<string>(
    `caches.open('orrery.copy').then((cache) => cache.match('/copy-of-the-last-page')).then((kept) => kept?.text() ?? '')`,
  )

async function launched(label: string): Promise<string> {
  const answer = await launch(at.service, { agent_type: 'shell', prompt: 'sleep 300', label })
  return sessionOf(answer).id
}

test('the page can be installed, with icons and short ways', async () => {
  const { page, service } = at
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  const devTools = await page.context().newCDPSession(page)
  const { errors, data } = await devTools.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  // Each person of a test has a window of their own, which keeps nothing.
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
    [],
  )
  type Manifest = { icons: { src: string; type: string }[]; shortcuts: { url: string }[] }
  const { icons, shortcuts } = JSON.parse(data ?? '') as Manifest
  for (const { src, type } of icons) {
    const answer = await fetch(service.url + src)
    assert.equal(answer.status, 200, src)
    assert.ok(answer.headers.get('content-type')?.startsWith(type), src)
  }
  for (const { url } of shortcuts) {
    await page.goto(service.url + url)
    await page.locator('.tabs [aria-current="page"], h1').first().waitFor()
    assert.equal(await page.getByText('There is no page at this address').count(), 0, url)
  }
  await page.goto(`${service.url}/board`)
})

test('without its service the page opens with what it last showed and its time; with it the truth is back', async () => {
  const { page, service } = at
  const id = await launched('Seen before the train')
  await cardOf(page, id).waitFor()
  await page.reload()
  await until('it is kept', async () => (await copyIn(page)).includes(id))
  await service.kill()
  await page.reload()
  await cardOf(page, id).getByRole('link', { name: 'Seen before the train' }).waitFor()
  await asOf(page).waitFor()
  assert.equal(await liveDot(page, 'live').count(), 0)
  await takeBothThemes(page, 'offline')
  const asked = await page.evaluate<string>(
    `fetch('/api/tasks').then(({ status }) => 'answered ' + status, () => 'failed')`,
  )
  assert.equal(asked, 'failed', 'no answer of the service is kept')

  await page.goto(`${service.url}/needs-you`)
  await page.getByRole('heading', { name: 'Needs you' }).first().waitFor()
  await asOf(page).waitFor()

  await at.startAgain()
  await liveDot(page, 'live').waitFor()
  await asOf(page).waitFor({ state: 'detached' })
  await page.goto(`${service.url}/board`)
  const later = await launched('Begun after it')
  await cardOf(page, later).waitFor()
})

test('a file that was on its way while the worker came is kept, too', async () => {
  await using tab = await at.openTab({ serviceWorkers: 'allow' })
  const { page } = tab
  const file =
    readdirSync('dist/web/assets').find((name) => name.startsWith('addon-webgl-')) ?? assert.fail('no such file')
  await page.route(`**/assets/${file}`, async (route) => {
    await until('the worker came', () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
    await route.continue()
  })
  // As a part of the page that is needed late.
  await page.addInitScript({ content: `void import('/assets/${file}')` })
  await signIn(tab, at.service)
  await page.goto(`${at.service.url}/board`)
  await until('it is kept', () =>
    page.evaluate<boolean>(`caches.match('/assets/${file}').then((kept) => kept !== undefined)`),
  )
})

test('signing out takes along what was kept', async () => {
  await using tab = await at.openTab({ serviceWorkers: 'allow' })
  await signIn(tab, at.service)
  const { page } = tab
  await until('something is kept', async () => (await copyIn(page)) !== '')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run' }).fill('sign out')
  await page
    .getByRole('option', { name: /^Sign out/ })
    .first()
    .click()
  await page.getByText('Signed out.').waitFor()
  await liveDot(page, 'live').waitFor()
  await until('it is gone', async () => (await copyIn(page)) === '')
  await page.evaluate('new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 0)))')
  assert.equal(await copyIn(page), '', 'nor is it kept again')
})

test('a newer page is offered while the older one goes on, and takes its place when asked', async () => {
  const upgrade = await startUpgrade(at.service.port)
  await using tab = await openTab(at.browser, { serviceWorkers: 'allow' })
  const { page } = tab
  await page.goto(`${upgrade.url}/board`)
  const caches = () => page.evaluate<string[]>(`caches.keys()`)
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await until('its files are kept', async () => (await caches()).some((name) => name.startsWith('orrery.page.')))
  const before = (await caches()).filter((name) => name.startsWith('orrery.page.'))
  await page.reload()
  upgrade.isNewer = true
  await page.evaluate('navigator.serviceWorker.getRegistration().then((each) => each.update()).then(() => null)')
  await page.getByText('A newer page is ready.').waitFor()
  const loads = tab.loads()
  await page.getByRole('button', { name: 'Load it' }).click()
  await until('it is loaded', () => tab.loads() > loads)
  await until('the files of the older one are gone', async () => {
    const names = await caches()
    return names.includes(`orrery.page.${newer}`) && !before.some((name) => names.includes(name))
  })
})

const newer = 'f'.repeat(16)

/** The service as seen through a door behind which a newer page is put. */
async function startUpgrade(port: number) {
  const upgrade = { isNewer: false, url: '' }
  const server: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: `127.0.0.1:${port}`, 'accept-encoding': 'identity' }
    delete (headers as { 'if-none-match'?: string })['if-none-match']
    const onward = request(
      { port, host: '127.0.0.1', path: incoming.url, method: incoming.method, headers },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const body = Buffer.concat(parts)
          const isChanged = upgrade.isNewer && incoming.url === '/worker.js'
          const text = isChanged ? Buffer.from(body.toString().replace(/"[0-9a-f]{16}"/, `"${newer}"`)) : body
          outgoing.writeHead(answer.statusCode ?? 500, { ...answer.headers, 'content-length': text.length })
          outgoing.end(text)
        })
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  upgrade.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return upgrade
}
