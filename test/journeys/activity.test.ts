// What happened is read in one list: with who did it, live, filtered by the address, in a drawer over every page and on a phone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/activity', tab: { bypassCSP: true, reducedMotion: 'reduce' } })

at.prepare(async () => {
  const { service } = at
  await service.call('POST /api/tasks', { json: { id: 'T-1', title: 'Move CI to arm64', status: 'backlog' } })
  await service.call('PATCH /api/tasks/T-1', { json: { status: 'ready' } })
  const { id } = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'sleep 300', label: 'Incident review' }),
  )
  await ingest(service, { session_id: id, event: 'to_review', metadata: 'Name roles, or leave them out?' })
})

const row = (words: string) => at.page.locator('.activity-row', { hasText: words })

test('rows tell what happened and who did it, and more come in as it happens', async () => {
  const { page, service } = at
  await row('needs you: Name roles, or leave them out?').waitFor()
  assert.match((await row('moved from backlog to ready').textContent()) ?? '', /Move CI to arm64.*You, API/)
  assert.deepEqual(await findBarriers(page), [])
  await service.call('PATCH /api/tasks/T-1', { json: { status: 'in_progress' } })
  await row('moved from ready to in progress').waitFor()
})

test('a filter stands in the address and outlives a reload', async () => {
  const { page } = at
  await page.getByLabel('Kind').selectOption('task')
  await row('Incident review').first().waitFor({ state: 'detached' })
  await until('the address has it', () => new URL(page.url()).searchParams.get('kind') === 'task')
  await page.reload()
  await row('created').waitFor()
  assert.equal(await row('Incident review').count(), 0)
})

test('a subject leads to its panel, and the drawer opens over that page', async () => {
  const { page } = at
  await row('created').getByRole('link', { name: 'Move CI to arm64' }).click()
  await until('the panel is in the address', () => new URL(page.url()).searchParams.get('task') === 'T-1')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Activity' })
  await drawer.locator('.activity-row').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await drawer.getByLabel('Filter activity').fill('roles leave')
  await drawer.locator('.activity-row', { hasText: 'Move CI' }).first().waitFor({ state: 'detached' })
  await drawer.locator('.activity-row', { hasText: 'needs you: Name roles' }).waitFor()
  await drawer.getByLabel('Filter activity').fill('nothing of that kind')
  await drawer.getByRole('button', { name: 'Clear filters' }).click()
  await drawer.locator('.activity-row', { hasText: 'Move CI' }).first().waitFor()
  await drawer.getByLabel('Filter activity').fill('roles')
  await drawer.locator('.activity-row', { hasText: 'Move CI' }).first().waitFor({ state: 'detached' })
  await drawer.getByRole('link', { name: 'Full page' }).click()
  await row('needs you: Name roles').waitFor()
  assert.equal(await page.getByLabel('Filter activity').inputValue(), 'roles')
})

const textIn = (page: Page): string | null => new URL(page.url()).searchParams.get('text')

test('words narrow the list, stand in the address and are marked', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/activity`)
  await row('moved from backlog to ready').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('ROLES leave')
  await row('moved from backlog to ready').waitFor({ state: 'detached' })
  await row('needs you: Name roles').waitFor()
  // The first word alone leaves the same row.
  await until('both words are in the address', () => textIn(page) === 'ROLES leave')
  const marked = "[...(CSS.highlights.get('found') ?? [])].map((range) => range.cloneContents().textContent)"
  await until('they are marked', async () => /roles/.test(JSON.stringify(await page.evaluate(marked))))
  await page.reload()
  await row('needs you: Name roles').waitFor()
  assert.equal(await page.getByLabel('Filter activity').inputValue(), 'ROLES leave')
  await page.getByLabel('Filter activity').fill('nothing of that kind')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row('moved from backlog to ready').waitFor()
  // Typed once and cleared, it stays away.
  await page.getByLabel('Filter activity').fill('zebra')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  assert.equal(await page.getByLabel('Filter activity').inputValue(), '')
  await page.getByLabel('Filter activity').fill('roles')
  await row('moved from backlog to ready').waitFor({ state: 'detached' })
  await until('the word is in the address', () => textIn(page) === 'roles')
})

test('a row opens with its facts, which the address keeps, and is copied as JSON', async () => {
  const { page } = at
  await row('needs you: Name roles')
    .getByRole('button', { name: /needs you/ })
    .click()
  const facts = page.locator('.facts-row')
  await facts.getByText('hook.to_review').waitFor()
  await facts.getByText('running → awaiting_review').waitFor()
  await facts.getByRole('button', { name: 'Copy as JSON' }).waitFor()
  assert.match(new URL(page.url()).searchParams.get('row') ?? '', /^session:/)
  assert.deepEqual(await findBarriers(page), [])
  await takePictures(at, 'activity', { list: '/activity', row: `/activity${new URL(page.url()).search}` })
  await page.reload()
  await facts.getByRole('link', { name: 'Open session' }).click()
  await until('its panel is in the address', () => new URL(page.url()).searchParams.has('session'))
})

test('a part of the time is chosen on the strip, and let go again', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/activity`)
  const strip = page.locator('.density')
  await strip.waitFor()
  const box = await strip.boundingBox()
  assert.ok(box !== null)
  await page.mouse.move(box.x + box.width * 0.1, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.4, box.y + 20, { steps: 4 })
  await page.mouse.up()
  await page.getByText('Nothing like that happened').waitFor()
  await strip.locator('.window').waitFor()
  assert.ok(new URL(page.url()).searchParams.get('until') !== null)
  await page.getByLabel('Time').selectOption('')
  await row('moved from backlog to ready').waitFor()
})

test('by keys alone: from bar to bar, told as one goes, and the list is narrowed to one', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/activity`)
  const strip = page.getByRole('slider', { name: /^How much happened in .* each: \d+ in all/ })
  await strip.focus()
  await page.keyboard.press('ArrowLeft')
  await until('time and count are told', async () =>
    /^.*\d\d:\d\d to .*\d\d:\d\d: \d+ rows?/.test((await strip.getAttribute('aria-valuetext')) ?? ''),
  )
  await page.getByRole('button', { name: 'Only this time' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+End')
  await page.keyboard.press('Enter')
  await until('it is in the address', () => new URL(page.url()).searchParams.has('until'))
  await row('moved from backlog to ready').waitFor()
  await page.getByRole('button', { name: 'Only this time' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await until('all of the time is shown', () => !new URL(page.url()).searchParams.has('until'))
})

test('a time in which the service did not run is a row', async () => {
  const { page } = at
  await at.service.kill()
  await at.startAgain()
  await page.goto(`${at.service.url}/activity`)
  await page.locator('.gap', { hasText: /Orrery (?:did not run for|started again)/ }).waitFor()
})

test('on a phone it is the same list, in both themes, and a finger takes a bar', async () => {
  const tab = { device: 'phone', bypassCSP: true, reducedMotion: 'reduce' } as const
  await using phone = await at.openTab(tab)
  await signIn(phone, at.service, '/activity')
  const { page } = phone
  await page.locator('.activity-row').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const strip = page.getByRole('slider')
  const box = await strip.boundingBox()
  assert.ok(box !== null)
  await page.touchscreen.tap(box.x + box.width * 0.98, box.y + 20)
  const only = page.getByRole('button', { name: 'Only this time' })
  await only.waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await only.tap()
  await until('it is in the address', () => new URL(page.url()).searchParams.has('until'))
  await page.locator('.activity-row').first().waitFor()
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
})
