// Sessions that left the board are found, read, launched again and removed for good.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageOfPast } from '#rooms/sessions/contract/past.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/history', tab: { bypassCSP: true, reducedMotion: 'reduce' } })

at.prepare(async () => {
  const { service } = at
  for (const [label, prompt] of [
    ['Backfill currency codes', 'echo rows written: 1204'],
    ['Publish the client', 'echo the registry said no; exit 3'],
  ]) {
    const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt, label }))
    await until('it ended', async () => (await listSessions(service)).find((one) => one.id === id)?.ended_at !== null)
    await service.call(`DELETE /api/hooks/sessions/${id}`)
  }
})

const row = (title: string) => at.page.locator('.past-row', { hasText: title })
const drawer = () => at.page.locator('.drawer')

test('history lists who left, the last first, and is narrowed by state', async () => {
  const { page } = at
  await row('Publish the client').waitFor()
  assert.deepEqual(await page.locator('.past-row b').allTextContents(), [
    'Publish the client',
    'Backfill currency codes',
  ])
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('combobox', { name: 'State' }).selectOption('failed')
  await row('Backfill').waitFor({ state: 'detached' })
  assert.match(page.url(), /\/history\?state=failed$/)
  await page.getByRole('textbox', { name: 'Agent type' }).fill('other')
  await page.getByText('No session that left fits these filters').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await row('Backfill').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Agent type' }).inputValue(), '')
  await takePictures(at, 'history', { list: '/history' })
})

test('one of them opens with why it failed, its output and its prompt, and is launched again', async () => {
  const { page, service } = at
  await row('Publish the client').getByRole('link').click()
  await drawer().getByRole('region', { name: 'Output' }).getByText('the registry said no').waitFor()
  await drawer().getByText('left the board').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await drawer().getByRole('button', { name: 'Launch again' }).click()
  const dialog = page.getByRole('dialog', { name: /Launch/ })
  await until('its prompt is filled in', async () =>
    /registry said no/.test(await dialog.getByRole('textbox').first().inputValue()),
  )
  await dialog.getByRole('button', { name: /^Launch/ }).click()
  await page.getByText('Launched “Publish the client”.').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  const again = (await listSessions(service)).find(({ label }) => label === 'Publish the client')
  assert.ok(again !== undefined)
  await until('its panel is in the address', () => new URL(page.url()).searchParams.get('session') === again.id)
  await drawer().getByText('left the board').waitFor({ state: 'detached' })
  // What is done in a panel over History is taken back there.
  await until(
    'it ended',
    async () => (await listSessions(service)).find(({ id }) => id === again.id)?.state === 'failed',
  )
  await drawer().getByRole('button', { name: 'Dismiss' }).click()
  await page.getByText('Dismissed “Publish the client”.').waitFor()
  await page.keyboard.press('z')
  await page.getByText('Undone.').waitFor()
  assert.ok((await listSessions(service)).some(({ id }) => id === again.id))
  await page.goto(`${service.url}/history`)
})

test('from what happened to its subject that left, and Back to the same row', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/activity`)
  const told = page.locator('.activity-row', { hasText: 'Backfill currency codes' }).first()
  await told.getByRole('link').click()
  await drawer().getByText('left the board').waitFor()
  await page.goBack()
  await drawer().waitFor({ state: 'detached' })
  await told.waitFor()
})

test('it is removed for good after one question', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/history`)
  await row('Backfill').getByRole('link').click()
  await drawer().getByRole('button', { name: 'Remove for good' }).click()
  await drawer().getByRole('group', { name: 'Remove for good?' }).waitFor()
  await drawer().getByRole('button', { name: 'Keep it' }).click()
  await drawer().getByRole('button', { name: 'Remove for good' }).click()
  await drawer().getByRole('group').getByRole('button', { name: 'Remove for good' }).click()
  await row('Backfill').waitFor({ state: 'detached' })
  const { json } = await service.call('GET /api/agents/history', { token: service.token })
  assert.equal(
    (json as PageOfPast).sessions.some(({ session }) => session.label.startsWith('Backfill')),
    false,
  )
})

test('on a phone the same page fits in both themes, and so does the way through it', async () => {
  const tab = { device: 'phone', colorScheme: 'light', bypassCSP: true, reducedMotion: 'reduce' } as const
  await using phone = await at.openTab(tab)
  const { page } = phone
  await signIn(phone, at.service, '/history')
  const fits = () => page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.getByRole('combobox', { name: 'State' }).selectOption('failed')
    await page.locator('.past-row', { hasText: 'Publish the client' }).getByRole('link').tap()
    await page.locator('.drawer').getByText('left the board').waitFor()
    assert.ok(await fits(), colorScheme)
    await page.goBack()
    await page.locator('.drawer').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'State' }).selectOption('')
    await page.locator('.past-row').first().waitFor()
    assert.ok(await fits(), colorScheme)
  }
  assert.deepEqual(await findBarriers(page), [])
})
