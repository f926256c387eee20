// The palette does all that cards, panels and settings do: whatever they offer, it offers with its object.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/board', tab: { reducedMotion: 'reduce' } })
let session: Session

at.prepare(async () => {
  await at.service.call('POST /api/tasks', { json: { id: 'T-1', title: 'Wallet', status: 'ready' } })
  const asked = { agent_type: 'shell', session_name: 'agent-fuel', label: 'Fuel', prompt: 'sleep 300', task_id: 'T-1' }
  session = sessionOf(await launch(at.service, asked))
  await at.page.locator(`article[data-card="${session.id}"]`).waitFor()
})

/** What opens a part of the page alone, or is the palette's own business. */
const notActions = /^(Close|Close panel|More actions|Select|Add a |Edit|Copy (session|task) id|Close notice)/

test('every action of a card, of its menu and of its panel is in the palette, with its object', async () => {
  const { page } = at
  const objects = [
    { title: 'Fuel', key: session.id, panel: 'Session Fuel' },
    { title: 'Wallet', key: 'task:T-1', panel: 'Task Wallet' },
  ]
  for (const { title, key, panel } of objects) {
    const card = page.locator(`article[data-card="${key}"]`)
    await card.hover()
    const offered = [...(await namesOf(card.locator('.acts').getByRole('button').or(card.locator('.acts a'))))]
    await card.locator('.title > a').focus()
    await page.keyboard.press('m')
    const menu = page.getByRole('dialog', { name: 'Move to' })
    await menu.getByRole('button', { name: 'Select' }).waitFor()
    offered.push(...(await namesOf(menu.getByRole('button'))))
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await card.locator('.title > a').click()
    const drawer = page.getByRole('dialog', { name: panel })
    offered.push(...(await namesOf(drawer.locator('.drawer-foot').getByRole('button'))))
    await drawer.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem').first().waitFor()
    offered.push(...(await namesOf(page.getByRole('menuitem'))))
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    for (const name of offered) await assertOffered(page, verbOf(name, title), title)
  }
})

test('every section of the settings and every choice of the look is in the palette', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/settings`)
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await nav.getByRole('link').first().waitFor()
  const names = [
    ...(await nav.getByRole('link').allInnerTexts()),
    ...(await page.getByRole('group', { name: 'Theme' }).getByRole('button').allInnerTexts()),
    'Sign out this browser',
  ]
  for (const name of names) await assertOffered(page, name.trim(), '')
  await page.goto(`${service.url}/board`)
})

test('every button of every section of the settings is in the palette, and leads to it', async () => {
  const { page, service } = at
  const token = await page.evaluate<string | null>("localStorage.getItem('orrery.token')")
  assert.notEqual(token, null, 'settings take a login')
  await page.goto(`${service.url}/settings`)
  const nav = page.getByRole('navigation', { name: 'Settings' })
  const offered = new Set<string>()
  await nav.getByRole('link').first().waitFor()
  for (const name of await nav.getByRole('link').allInnerTexts()) {
    await nav.getByRole('link', { name: name.trim(), exact: true }).click()
    await page.getByRole('heading', { name: `Settings: ${name.trim()}` }).waitFor()
    // Keys, and what stands beside them, come with an answer each.
    if (name.trim() !== 'About') await page.locator('.settings').getByText('on the command line:').last().waitFor()
    if (name.trim() === 'Access') await page.getByText('this browser', { exact: true }).waitFor()
    if (name.trim().startsWith('Agents')) await page.getByRole('button', { name: /hooks of Claude/ }).waitFor()
    for (const each of await buttonsOf(page)) offered.add(each)
  }
  assert.ok([...offered].some((name) => name.startsWith('Change ')) && offered.has('Test the model server'))
  await open(page)
  const missing: string[] = []
  for (const name of offered) {
    await page.getByRole('combobox', { name: 'Search or run' }).fill(name)
    const options = page.getByRole('option').filter({ hasText: new RegExp(RegExp.escape(name), 'i') })
    await options
      .first()
      .waitFor({ timeout: 2000 })
      .catch(() => missing.push(name))
  }
  assert.deepEqual(missing, [])
  await page.getByRole('combobox', { name: 'Search or run' }).fill('Change model.name')
  await page
    .getByRole('option', { name: /^Change model\.name/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'model.name' }).waitFor()
  await open(page)
  await page.getByRole('combobox', { name: 'Search or run' }).fill('Test the gateway')
  await page
    .getByRole('option', { name: /^Test the gateway/ })
    .first()
    .click()
  await page.locator('button[aria-label="Test the gateway"]:focus').waitFor()
  await page.goto(`${service.url}/board`)
})

/** Switches and choices are called by their key. */
async function buttonsOf(page: Page): Promise<string[]> {
  const names = await page.locator('.settings .scroll').evaluate((scroll) =>
    [...scroll.querySelectorAll('button, [role=group]:has(> [aria-pressed])')]
      .filter((element) => element.getAttribute('aria-pressed') === null && !element.hasAttribute('disabled'))
      .map((element) => {
        const name = element.getAttribute('aria-label') ?? element.textContent.trim()
        return element.matches('[role=switch], [role=group]') ? `Change ${name}` : name
      }),
  )
  return names.filter((name) => name !== 'Change Theme' && !/^(Copy|Show|Hide) /.test(name))
}

test('an action is found loosely, runs on its object, and axe finds no barrier', async () => {
  const { page } = at
  await page.locator(`article[data-card="${session.id}"]`).waitFor()
  await open(page)
  await page.getByRole('combobox', { name: 'Search or run' }).fill('stp fuel')
  await page.getByRole('option', { name: 'Stop: Fuel' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('option', { name: 'Stop: Fuel' }).click()
  await page.getByRole('dialog', { name: /^Stop/ }).getByRole('button', { name: 'Stop', exact: true }).click()
  await until('it is stopped', async () => (await listSessions(at.service))[0]?.state === 'failed')
})

test('the focused card needs no name, and what is done can be undone from the palette, too', async () => {
  const { page, service } = at
  const card = page.locator('article[data-card="task:T-1"]')
  await card.locator('.title > a').focus()
  await open(page)
  await page.getByRole('option', { name: 'Done: Wallet' }).click()
  await until('it is done', async () => (await statusOf(service)) === 'done')
  await open(page)
  await page.getByRole('combobox', { name: 'Search or run' }).fill('undo')
  await page.getByRole('option', { name: /^Undo/ }).click()
  await until('it is back', async () => (await statusOf(service)) !== 'done')
})

async function statusOf(service: typeof at.service): Promise<unknown> {
  const { json } = await service.call('GET /api/tasks/T-1')
  return (json.task as { readonly status: unknown }).status
}

async function namesOf(controls: Locator): Promise<string[]> {
  const names = await controls.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute('aria-label') ?? element.textContent.trim()),
  )
  return names.filter((name) => name !== '' && !notActions.test(name))
}

/** A button names its object where it stands far from it: 'Stop Fuel' is 'Stop'. */
function verbOf(name: string, title: string): string {
  return name.replace(` ${title}`, '').replace('Other ways to attach', 'Attach in a terminal of your own')
}

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor()
}

async function assertOffered(page: Page, verb: string, title: string): Promise<void> {
  await open(page)
  await page.getByRole('combobox', { name: 'Search or run' }).fill(`${verb} ${title}`)
  const options = await page.getByRole('option').allInnerTexts()
  const isThere = options.some((text) => text.includes(verb) && text.includes(title))
  assert.ok(isThere, `${verb} of ${title} is not in the palette: ${options.join(' | ')}`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor({ state: 'detached' })
}
