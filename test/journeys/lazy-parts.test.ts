// Parts of the page that come with their first use, over a network that fails: their place says so and offers another try.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { liveDot, signIn, type Tab } from '../support/browser.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey()
/**
 * By name, and not all scripts: a board goes on to fetch parts of its own for a while (what drags, what an empty one shows), and
 * where those are held up as well, their notices stand beside the one that a test waits for.
 */
const newTaskDialog = '**/assets/new-task-dialog-*.js'
const launchDialog = '**/assets/launch-dialog-*.js'
const strandsPage = '**/assets/strands-page-*.js'
const hosts = '**/assets/hosts-*.js'
const retry = { name: 'Try again', exact: true }

/** What rooms do over every page has come: the board's names the page. */
async function hostsThere(page: Page): Promise<void> {
  await until('it is the board', async () => (await page.title()).includes('Board'))
}

/** A browser keeps scripts in memory from one page to the next, and asks no network for them: here it has seen none. */
async function openFreshBoard(): Promise<Tab> {
  const tab = await at.openTab()
  await signIn(tab, at.service, '/board')
  await hostsThere(tab.page)
  return tab
}

test('a key that is pressed before its command is there does what it does, a moment later', async () => {
  const { page, service } = at
  const held = Promise.withResolvers<void>()
  await page.route(hosts, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${service.url}/board`)
  await liveDot(page, 'live').waitFor()
  await page.keyboard.press('t')
  held.resolve()
  await page.getByRole('dialog', { name: 'New task' }).waitFor()
  await page.keyboard.press('Escape')
  await page.unroute(hosts)
})

test('where what is over every page did not come, one notice says so, and its keys work after another try', async () => {
  const { page, service } = at
  await page.route(hosts, (route) => route.abort())
  await page.goto(`${service.url}/board`)
  const told = page.getByRole('region', { name: 'Notices' }).getByText('This part of the page did not load.')
  await told.waitFor()
  await page.unroute(hosts)
  assert.equal(await told.count(), 1)
  await page.getByRole('button', retry).click()
  await hostsThere(page)
  assert.equal(await told.count(), 0)
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'New task' }).waitFor()
  await page.keyboard.press('Escape')
})

test('a page that did not load says so in its place, and is there after another try', async () => {
  const { page } = at
  await page.route(strandsPage, (route) => route.abort())
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  const main = page.locator('main')
  await main.getByText('This part of the page did not load.').waitFor()
  await main.getByRole('button', retry).click()
  await main.getByRole('button', { name: 'Reload the page' }).waitFor()
  await page.unroute(strandsPage)
  await main.getByRole('button', retry).click()
  await page.getByRole('navigation', { name: 'Strands' }).waitFor()
})

test('a dialog that did not load says so in passing, and opens after another try', async () => {
  await using tab = await openFreshBoard()
  const { page } = tab
  await page.route(newTaskDialog, (route) => route.abort())
  await page.keyboard.press('t')
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('This part of the page did not load.').waitFor()
  await page.unroute(newTaskDialog)
  await notices.getByRole('button', retry).click()
  await page.getByRole('dialog', { name: 'New task' }).waitFor()
  assert.equal(await notices.getByText('did not load').count(), 0)
})

test('what is typed and sent before a dialog is there is done once it is', async () => {
  const { service } = at
  await using tab = await openFreshBoard()
  const { page } = tab
  await liveDot(page, 'live').waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(newTaskDialog, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('t')
  await page.keyboard.type('Mend it at once!')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  held.resolve()
  await until('the task is made', async () =>
    (await service.call('GET /api/tasks', { token: service.token })).text.includes('"Mend it at once"'),
  )
  await page.getByRole('dialog', { name: 'New task' }).waitFor({ state: 'detached' })
})

test('a dialog that takes long says that it is on its way, and what is typed meanwhile is written in it', async () => {
  await using tab = await openFreshBoard()
  const { page } = tab
  const held = Promise.withResolvers<void>()
  await page.route(launchDialog, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('c')
  await page.getByRole('status').filter({ hasText: 'Loading…' }).waitFor()
  // Each of these is a key of the board below.
  await page.keyboard.type('jf/n')
  held.resolve()
  await page.getByRole('dialog', { name: 'Launch agent' }).waitFor()
  await until('it is written where it was meant', async () => {
    return await page.evaluate<boolean>(`document.activeElement.value === 'jf/n'`)
  })
  assert.equal(await page.getByText('Loading…').count(), 0)
})
