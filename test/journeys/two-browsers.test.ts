// Two desks and a phone look at one board: whatever happens in one, or in an agent, shows in all of them.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { cardIn, cardOf, signIn, type ColumnName, type Tab } from '../support/browser.ts'
import { ingest, launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ device: null, motion: 'no-preference' })
let left: Tab
let right: Tab
let phone: Tab

at.prepare(async () => {
  const { service } = at
  ;[left, right, phone] = await Promise.all([at.openTab(), at.openTab(), at.openTab({ device: 'phone' })])
  await Promise.all(all().map((tab) => signIn(tab, service)))
})

let loaded: readonly number[] = []
afterEach(() => {
  const loads = all().map((tab) => tab.loads())
  if (loaded.length > 0) assert.deepEqual(loads, loaded, 'no page was loaded again')
  loaded = loads
})

const all = (): readonly Tab[] => [left, right, phone]

test('a launch in one browser shows in all', async () => {
  const { service } = at
  const { page } = left
  await page.getByRole('button', { name: 'Launch agent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.locator('label', { hasText: 'shell' }).click()
  await dialog.getByRole('textbox', { name: 'Command' }).fill('sleep 300')
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Seen by all')
  await dialog.getByRole('button', { name: /^Launch/ }).click()
  const id = await until('the session', async () => (await listSessions(service))[0]?.id)
  await standsInAll(id, 'active', 'Running')
})

test('a hook event moves the card in all, and all count who needs a person', async () => {
  const { service } = at
  const { id, tmux_session: name } = await start('agent-asks')
  await ingest(service, { tmux_session: name, event: 'to_review', metadata: 'May I go on?' })
  await standsInAll(id, 'review', 'Awaiting review')
  await Promise.all(all().map(({ page }) => cardOf(page, id).getByText('May I go on?').waitFor()))
  for (const { page } of all()) await until('the count', async () => (await page.title()) === '(1) Board · Orrery')
})

test('Resume on the phone moves the card on both desks', async () => {
  const { service } = at
  const { id, tmux_session: name } = await start('agent-resumed')
  await ingest(service, { tmux_session: name, event: 'to_review' })
  await standsInAll(id, 'review', 'Awaiting review')
  await cardIn(phone.page, 'review', id)
    .getByRole('button', { name: /^Resume/ })
    .tap()
  await standsInAll(id, 'active', 'Running')
})

test('Stop on one desk and Dismiss on another are seen everywhere', async () => {
  const { service } = at
  const { id } = await start('agent-dismissed')
  await standsInAll(id, 'active', 'Running')
  await act(left.page, id, 'Stop')
  await standsInAll(id, 'review', 'Stopped by you')
  await using other = await at.openTab()
  await signIn(other, service)
  await act(other.page, id, 'Dismiss')
  await cardOf(other.page, id).waitFor({ state: 'detached' })
  // While it can be undone it is away there alone; leaving the page settles it.
  assert.equal((await service.call(`GET /api/hooks/sessions/${id}`)).status, 200)
  await other.page.goto('about:blank')
  await Promise.all(all().map(({ page }) => cardOf(page, id).waitFor({ state: 'detached' })))
  assert.equal((await service.call(`GET /api/hooks/sessions/${id}`)).status, 404)
})

test('Clear takes all completed sessions away, Undo brings them back, and leaving the page settles it for all', async () => {
  const ids = await Promise.all(['agent-done-1', 'agent-done-2'].map(complete))
  for (const id of ids) await standsInAll(id, 'review', 'Completed')
  const clear = right.page.getByRole('button', { name: 'Clear 2 completed' })
  await clear.click()
  await Promise.all(ids.map((id) => cardOf(right.page, id).waitFor({ state: 'detached' })))
  await right.page.getByText('Cleared 2 completed sessions.').waitFor()
  await right.page.getByRole('button', { name: 'Undo' }).click()
  for (const id of ids) await standsInAll(id, 'review', 'Completed')
  await using other = await at.openTab()
  await signIn(other, at.service)
  await other.page.getByRole('button', { name: 'Clear 2 completed' }).click()
  await Promise.all(ids.map((id) => cardOf(other.page, id).waitFor({ state: 'detached' })))
  // While it can be undone they are away there alone.
  assert.equal((await listSessions(at.service)).filter(({ id }) => ids.includes(id)).length, 2)
  await other.page.goto('about:blank')
  await Promise.all(all().flatMap(({ page }) => ids.map((id) => cardOf(page, id).waitFor({ state: 'detached' }))))
  assert.equal((await listSessions(at.service)).filter(({ id }) => ids.includes(id)).length, 0)
  await clear.waitFor({ state: 'detached' })
})

test('on the phone Clear stands under the tabs, with lanes too', async () => {
  const id = await complete('agent-done-alone')
  await standsInAll(id, 'review', 'Completed')
  const clear = phone.page.getByRole('button', { name: 'Clear 1 completed' })
  await clear.waitFor()
  const post = async (json: object) => assert.equal((await at.service.call('POST /api/tasks', { json })).status, 201)
  await post({ id: 'E-1', title: 'An epic', type: 'epic' })
  await post({ id: 'T-1', title: 'Its task', parent: 'E-1' })
  await phone.page.locator('.by-lanes').waitFor()
  await clear.tap()
  await phone.page.locator(`article[data-card="${id}"]`).waitFor({ state: 'detached' })
  await phone.page.getByRole('button', { name: 'Undo' }).tap()
  await phone.page.locator(`article[data-card="${id}"]`).waitFor()
  for (const path of ['T-1', 'E-1']) await at.service.call(`DELETE /api/tasks/${path}`)
  await phone.page.locator('.by-lanes').waitFor({ state: 'detached' })
})

test('a session that was never launched here appears in all with its first event', async () => {
  const { service } = at
  await ingest(service, { tmux_session: 'agent-from-elsewhere', event: 'tool_use', metadata: 'Bash: make' })
  const id = await until(
    'the session',
    async () => (await listSessions(service)).find(({ tmux_session: name }) => name === 'agent-from-elsewhere')?.id,
  )
  await standsInAll(id, 'active', 'Running')
})

test('a hundred events at once leave all of them on the same board', async () => {
  const { service } = at
  const { id, tmux_session: name } = await start('agent-busy')
  await standsInAll(id, 'active', 'Running')
  const events = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'to_review' : 'tool_use'))
  for (const event of events) await ingest(service, { tmux_session: name, event, metadata: event })
  await ingest(service, { tmux_session: name, event: 'completed', metadata: 'The very last' })
  await standsInAll(id, 'review', 'Completed')
  assert.deepEqual(await boardOf(left.page), await boardOf(right.page))
})

/** Each column's cards in order, with their states; not the buttons, which hang on the pointer, nor the times. */
function boardOf(page: Page): Promise<string[]> {
  return page
    .locator('.column [data-card]')
    .evaluateAll((cards) =>
      cards.map(
        (card) => `${card.closest('.column')?.id} ${card.getAttribute('data-card')} ${card.getAttribute('data-s')}`,
      ),
    )
}

async function start(name: string): Promise<Session> {
  const { service } = at
  return sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 300', session_name: name }))
}

/** One that ended well; answers its id. */
async function complete(name: string): Promise<string> {
  const { id } = sessionOf(await launch(at.service, { agent_type: 'shell', prompt: 'true', session_name: name }))
  return id
}

async function act(page: Page, id: string, action: string): Promise<void> {
  await cardOf(page, id).hover()
  await cardOf(page, id)
    .getByRole('button', { name: new RegExp(`^${action}`) })
    .click()
  if (action !== 'Stop') return
  await page.getByRole('dialog', { name: /^Stop/ }).getByRole('button', { name: 'Stop' }).click()
}

/** On the phone one column is seen at a time, so it is chosen first. */
async function standsInAll(id: string, column: ColumnName, word: string): Promise<void> {
  await phone.page.getByRole('tab', { name: new RegExp(`^${column}`, 'i') }).tap()
  await Promise.all(all().map(({ page }) => cardIn(page, column, id).getByText(word).first().waitFor()))
}
