// What needs a person stands in one list: seen and put off on every screen at once, by hand and by keys, over a restart.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { InboxAnswer } from '#rooms/inbox/contract.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { noticeOf, signIn } from '../support/browser.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/board', tab: { bypassCSP: true, reducedMotion: 'reduce' } })
let asking: Session

at.prepare(async () => {
  const { service } = at
  await service.call('POST /api/tasks', { json: { id: 'CI', title: 'Move CI to arm64', type: 'epic' } })
  for (const id of ['T-1', 'T-2', 'T-3']) {
    await service.call('POST /api/tasks', { json: { id, title: `Port ${id}`, parent: 'CI', status: 'ready' } })
    const started = { agent_type: 'shell', prompt: 'sleep 300', label: `Port ${id}`, task_id: id }
    const { id: session } = sessionOf(await launch(service, started))
    await ingest(service, { session_id: session, event: 'exit_error', metadata: 'API Error: 529 overloaded' })
  }
  await service.call('POST /api/tasks', { json: { id: 'T-9', title: 'Partial refunds return 502', status: 'ready' } })
  await service.call('PATCH /api/tasks/T-9', { json: { status: 'blocked' } })
  await service.call('POST /api/tasks', { json: { id: 'T-8', title: 'Came blocked', status: 'blocked' } })
  asking = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 300', label: 'Incident review' }))
  await ingest(service, { session_id: asking.id, event: 'to_review', metadata: 'Name roles, or leave them out?' })
  await until('all of it is in the inbox', async () => (await read()).counts.open === 5)
})

const read = async (state = 'open'): Promise<InboxAnswer> =>
  (await at.service.call(`GET /api/inbox?state=${state}`)).json as InboxAnswer
/** The count in the top bar, once it says so. */
const count = (words: string) =>
  at.page.locator('.needbtn').and(at.page.getByRole('button', { name: words, exact: true }))
const dialog = () => at.page.getByRole('dialog', { name: 'Needs you' })
const filterField = () => dialog().getByRole('textbox', { name: 'Filter what needs you' })
const row = (name: string) => dialog().locator('.line', { hasText: name })

test('who waits is counted and first; what failed together is one row; what came blocked calls nobody', async () => {
  const { page } = at
  await count('1 needs you, 2 to see').click()
  await row('Incident review').waitFor()
  const titles = await dialog().locator('.line b').allTextContents()
  assert.deepEqual(titles, ['Incident review', '3 sessions of “Move CI to arm64”', 'Partial refunds return 502'])
  await until('the title counts who waits', async () => (await page.title()).startsWith('(1) '))
  assert.equal(await row('Incident review').getAttribute('aria-expanded'), 'true')
  assert.deepEqual(await findBarriers(page), [])
})

test('some of a group are chosen, a time is picked, and the palette leads to an item', async () => {
  const { page } = at
  await row('3 sessions of').click()
  const choose = (name: string) => dialog().getByRole('checkbox', { name: `Choose ${name}` })
  await choose('Port T-2').uncheck()
  await dialog().getByRole('button', { name: 'Restart 2' }).waitFor()
  await dialog().getByRole('button', { name: 'Dismiss 2' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await choose('Port T-1').uncheck()
  await choose('Port T-3').uncheck()
  await dialog().getByText('None of them is chosen.').waitFor()
  await choose('Port T-2').check()
  await dialog()
    .getByRole('button', { name: /^Snooze/ })
    .click()
  await page.getByRole('menuitem', { name: 'Pick a time…' }).click()
  const field = dialog().getByLabel('Back at, or as soon as it changes')
  await field.fill('2020-01-01T09:00')
  await dialog().getByRole('button', { name: 'Snooze', exact: true }).last().click()
  await dialog().getByText('Choose a time that lies ahead, within a year.').waitFor()
  const ahead = new Date(Date.now() + 36 * 3_600_000).toLocaleString('sv-SE').slice(0, 16).replace(' ', 'T')
  await field.fill(ahead)
  await field.press('Enter')
  await until('one is put off', async () => (await read()).counts.snoozed === 1)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await noticeOf(page, 'Snoozed').waitFor()
  await page.keyboard.press('z')
  await until('it is back', async () => (await read()).counts.snoozed === 0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run' }).fill('partial refunds')
  await page.getByRole('group', { name: 'Needs you' }).getByRole('option').first().click()
  await dialog().locator('.item.open').getByText('Partial refunds return 502').waitFor()
  await page.goto(`${at.service.url}/board`)
  await count('1 needs you, 2 to see').click()
  await row('Incident review').waitFor()
})

test('by keys alone: seen, undone, put off, and a second viewer sees the same at once', async () => {
  const { page, service } = at
  await using other = await at.openTab({ device: 'phone', bypassCSP: true, reducedMotion: 'reduce' })
  await signIn(other, service, '/needs-you')
  const there = other.page.getByRole('button', { name: '3 sessions of “Move CI to arm64”' })
  await there.waitFor()
  assert.deepEqual(await findBarriers(other.page), [])
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.getByText('Seen: 3 sessions of “Move CI to arm64”.').waitFor()
  await there.waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await there.waitFor()
  await row('Incident review').focus()
  await page.keyboard.press('s')
  await page.getByRole('menu', { name: 'Snooze until' }).waitFor()
  await page.keyboard.press('2')
  await other.page.locator('.line', { hasText: 'Incident review' }).waitFor({ state: 'detached' })
  await other.page.getByText('Snoozed').waitFor()
  assert.deepEqual((await read()).counts, { waiting: 0, to_see: 2, open: 4, snoozed: 1, seen: 0 })
})

test('it stays so over a kill -9, and comes back as soon as its state changes', async () => {
  await at.service.kill()
  await at.startAgain()
  await until('the service has it', async () => (await read()).counts.snoozed === 1)
  const report = (event: string) => ingest(at.service, { session_id: asking.id, event })
  await report('running')
  await report('to_review')
  await count('1 needs you, 2 to see').waitFor()
})

test('the command line tells the same in the same words, and marks it for everybody', async () => {
  const { home } = at
  const list = await orrery(home, ['inbox', '--check'])
  assert.equal(list.code, 1)
  assert.match(list.out, /waiting .*Incident review/)
  assert.match(list.out, /3 sessions of “Move CI to arm64” .*API Error: 529 overloaded/)
  assert.match(list.err, /1 needs you, 2 to see/)
  const seen = await orrery(home, ['inbox', 'seen', '--all'])
  assert.equal(seen.code, 0, seen.err)
  await count('1 needs you').waitFor()
  const waits = await orrery(home, ['inbox', 'seen', 'Incident'])
  assert.deepEqual([waits.code, /answer it, stop it or snooze it/i.test(waits.err)], [1, true])
})

/** What is told one by one, in its order; more than five of a section open by a button. */
const untilRows = (titles: readonly string[]) =>
  until(`rows: ${titles.join(', ')}`, async () =>
    isDeepStrictEqual(await dialog().locator('.line b').allTextContents(), titles),
  )

test('words and a section narrow it, over a reload, on the page and on the command line', async () => {
  const { page, service, home } = at
  for (const nth of [1, 2, 3, 4, 5, 6]) {
    await ingest(service, { tmux_session: `agent-narrow-${nth}`, event: 'start' })
    await ingest(service, { tmux_session: `agent-narrow-${nth}`, event: 'exit_error', metadata: `reason ${nth}` })
  }
  await count('1 needs you, 6 to see').click()
  await row('Incident review').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('reason 4')
  await untilRows(['agent-narrow-4'])
  assert.deepEqual(await findBarriers(page), [])
  await page.reload()
  await untilRows(['agent-narrow-4'])
  assert.equal(await filterField().inputValue(), 'reason 4')
  await filterField().press('ArrowDown')
  await page.keyboard.press('e')
  await dialog().getByText('Nothing that needs you has “reason 4”').waitFor()
  await page.keyboard.press('u')
  await dialog().getByText('reason 4').waitFor()
  await filterField().press('Escape')
  await row('Incident review').waitFor()
  await dialog().getByRole('button', { name: 'Failed 6' }).click()
  await untilRows([6, 5, 4, 3, 2].map((nth) => `agent-narrow-${nth}`))
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')

  const list = await orrery(home, ['inbox', '-q', 'REASON 4', '--section', 'failed', '--check'])
  assert.deepEqual([list.code, list.out.match(/reason \d/g)], [1, ['reason 4']])
  const none = await orrery(home, ['inbox', '-q', 'nobody has this', '--check'])
  assert.deepEqual([none.code, none.out], [0, ''])
  await orrery(home, ['inbox', 'seen', '--all'])
})

test('five hundred failures are folded, and the rest opens', async () => {
  const { page, service } = at
  await Promise.all(
    Array.from({ length: 500 }, async (_, nth) => {
      await ingest(service, { tmux_session: `agent-many-${nth}`, event: 'start' })
      await ingest(service, { tmux_session: `agent-many-${nth}`, event: 'exit_error', metadata: `reason ${nth % 100}` })
    }),
  )
  await count('1 needs you, 100 to see').waitFor()
  await page.goto(`${service.url}/needs-you`)
  await page.getByRole('button', { name: 'and 95 more' }).click()
  await page.getByRole('button', { name: 'and 45 more' }).waitFor()
  await page.getByRole('button', { name: 'All seen' }).click()
  await until('all are seen', async () => (await read()).counts.to_see === 0)
})
