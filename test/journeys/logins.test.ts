// Who is signed in: a link works once, logins are seen and revoked, and whoever has none is told how to get one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, WebSocket } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { cardIn, liveDot, makeLink, signIn } from '../support/browser.ts'
import { call, launch, sessionOf } from '../support/http.ts'
import { journey, type Place } from '../support/journey.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

/** On a machine of one person, and on one of several, where looking takes a login too. */
const at = journey({ device: null })
let shared: Place

at.prepare(async () => {
  shared = await at.openPlace({ config: { requireTokenLocally: true } })
})

test('a login link works once: the second browser is told so, and how to get another', async () => {
  const { service } = at
  const { code, out } = await orrery(at.home, ['login'])
  assert.equal(code, 0)
  const link = /\S+#login=\S+/.exec(out)?.[0] ?? ''
  await using first = await at.openTab()
  await first.page.goto(link)
  await first.page.getByText('This browser is signed in.').waitFor()
  await using second = await at.openTab()
  await second.page.goto(link)
  await second.page
    .getByText(/Not signed in/)
    .first()
    .waitFor()
  await second.page.getByText('orrery login').first().waitFor()
  assert.ok(!second.page.url().includes('login='))
  assert.equal(await tokenOf(second.page), null)
  assert.equal((await call(service.port, 'GET /api/system/logins')).status, 401)
})

test('Settings list the logins, and a revoked one loses its socket within a second and is told how to come back', async () => {
  const { service } = shared
  await using keeps = await at.openTab()
  await using loses = await at.openTab({ device: 'phone', userAgent: phoneAgent })
  const sockets: WebSocket[] = []
  loses.page.on('websocket', (socket) => sockets.push(socket))
  await signIn(loses, service)
  const socket = sockets.at(-1)
  assert.ok(socket !== undefined && !socket.isClosed())
  await signIn(keeps, service, '/settings/access')
  const rows = keeps.page.getByRole('row')
  await rows.filter({ hasText: 'this browser' }).waitFor()
  const other = rows.filter({ hasText: 'Safari on iOS' })

  let closedMs = 0
  socket.on('close', () => (closedMs = performance.now()))
  await other.getByRole('button', { name: /^Revoke/ }).click()
  const clickedMs = performance.now()
  await until('the end of its socket', () => closedMs > 0)
  assert.ok(closedMs - clickedMs < 1000, `${closedMs - clickedMs} ms`)
  await loses.page.getByText(/^(npx )?orrery login$/).waitFor()
  assert.equal(await tokenOf(loses.page), null)
  await other.waitFor({ state: 'detached' })
  await liveDot(keeps.page, 'live').waitFor()

  // The same tab comes back by a link that is pasted into it.
  await loses.page.getByRole('textbox', { name: 'Or paste the link here' }).fill(await makeLink(service))
  await loses.page.getByRole('button', { name: 'Sign in', exact: true }).tap()
  await liveDot(loses.page, 'live').waitFor()
})

test('Sign out ends this browser’s login', async () => {
  const { service } = at
  await using tab = await at.openTab()
  await signIn(tab, service, '/settings/access')
  const token = await tokenOf(tab.page)
  assert.equal((await call(service.port, 'GET /api/system/logins', { token: token ?? '' })).status, 200)
  await tab.page.getByRole('button', { name: 'Sign out this browser' }).click()
  await tab.page.getByText('Not signed in.').waitFor()
  assert.equal((await call(service.port, 'GET /api/system/logins', { token: token ?? '' })).status, 401)
  assert.equal(await tokenOf(tab.page), null)
})

test('who signs out is asked about what was not sent, and leaves none of it behind', async () => {
  const { service } = at
  await service.call('POST /api/tasks', { json: { id: 'T-draft', title: 'Secret plans', description: 'As it was.' } })
  await using tab = await at.openTab()
  const { page } = tab
  await signIn(tab, service, '/board?task=T-draft')
  await page.getByRole('button', { name: 'Edit the description' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Nobody else may read this.')
  await page.keyboard.press('Escape')
  const kept = () => page.evaluate<string>('JSON.stringify(localStorage)')
  assert.match(await kept(), /Nobody else may read this/)
  await page.goto(`${service.url}/settings/access`)
  const signOut = page.getByRole('button', { name: 'Sign out this browser' })
  const question = page.getByRole('dialog', { name: 'Sign out this browser?' })
  await signOut.click()
  await question.getByText('a text that was not sent').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await question.waitFor({ state: 'detached' })
  assert.match(await kept(), /Nobody else may read this/)
  await signOut.click()
  await question.getByRole('button', { name: 'Sign out and throw away' }).click()
  await page.getByText('Not signed in.').waitFor()
  assert.doesNotMatch(await kept(), /Nobody else may read this/)
  assert.equal(await tokenOf(page), null)
})

test('without a login the local page can be read and explains itself before a launch', async () => {
  const { service } = at
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 300', label: 'Seen by guests' }))
  await using tab = await at.openTab()
  const { page } = tab
  await page.goto(`${service.url}/board`)
  await liveDot(page, 'live').waitFor()
  const card = cardIn(page, 'active', id)
  await card.waitFor()
  await page.getByRole('button', { name: 'Launch agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.getByText(/has to be signed in first/).waitFor()
  await dialog.getByText(/^(npx )?orrery login$/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await card.hover()
  await card.getByRole('button', { name: /^Stop/ }).click()
  await page.getByRole('dialog', { name: /^Stop/ }).getByRole('button', { name: 'Stop' }).click()
  const explained = page.getByRole('dialog', { name: 'Sign this browser in' })
  await explained.getByText(/^Not stopped/).waitFor()
  await cardIn(page, 'active', id).waitFor()
  assert.equal((await service.call(`GET /api/hooks/sessions/${id}`)).status, 200)

  await explained.getByRole('textbox').fill('no link at all')
  await explained.getByRole('button', { name: 'Sign in', exact: true }).click()
  await explained.getByText(/That is no login link/).waitFor()
  await explained.getByRole('textbox').fill(await makeLink(service))
  await explained.getByRole('button', { name: 'Sign in', exact: true }).click()
  await explained.waitFor({ state: 'detached' })
  // What waited for the login is done without a second click.
  await cardIn(page, 'review', id).getByText('Stopped by you').waitFor()
})

test('where several people share the machine, the page shows nothing before a login', async () => {
  const { service } = shared
  await launch(service, { agent_type: 'shell', prompt: 'sleep 300', label: 'Not for everybody' })
  await using tab = await at.openTab()
  for (const path of ['/', '/board']) {
    await tab.page.goto(service.url + path)
    await tab.page.getByText(/^(npx )?orrery login$/).waitFor()
    assert.equal(await tab.page.getByText('Not for everybody').count(), 0)
  }
  // The link is opened in this very tab, which changes its address by the fragment alone.
  const loads = tab.loads()
  await signIn(tab, service)
  await tab.page.getByText('Not for everybody').first().waitFor()
  assert.equal(tab.loads(), loads)
})

test('a login in one tab signs in the other tabs of the browser', async () => {
  const { service } = shared
  await using tab = await at.openTab()
  const other = await tab.page.context().newPage()
  await other.goto(`${service.url}/board`)
  await other.getByText(/^(npx )?orrery login$/).waitFor()
  await signIn(tab, service)
  await liveDot(other, 'live').waitFor()
})

const phoneAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1'

function tokenOf(page: Page): Promise<string | null> {
  return page.evaluate("localStorage.getItem('orrery.token')")
}
