// A person stops agents on the page: each is asked about once, every stage is said to everybody, and force ends what goes on.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { cardOf, signIn } from '../support/browser.ts'
import { launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const at = journey({ tab: { reducedMotion: 'reduce' } })

/** Hears no Ctrl+C and no TERM, nor that its terminal goes when others heed that, so that it is seen in every stage. */
const deaf = (file: string) => `trap '' HUP INT TERM; echo at work; touch ${file}; while :; do sleep 0.1; done`

async function started(name: string, label: string): Promise<string> {
  const file = `${name}.begun`
  const body = { agent_type: 'shell', session_name: name, label, prompt: deaf(file), working_dir: at.home.root }
  const { id } = sessionOf(await launch(at.service, body))
  await until(`${name} works`, () => existsSync(join(at.home.root, file)))
  return id
}

const stoppingOf = async (id: string) =>
  (await listSessions(at.service)).find((session) => session.id === id)?.stopping ?? null

const picture = (page: Page, name: string) => takeBothThemes(page, `stop-${name}`)

async function looksRight(page: Page, name: string): Promise<void> {
  await picture(page, name)
  assert.deepEqual(await findBarriers(page), [], name)
}

const askedFor = (page: Page): Locator => page.getByRole('dialog', { name: /^Stop/ })

test('a stop is asked once and followed by every browser, over a reload, until force ends it', async () => {
  const { page, service } = at
  const id = await started('agent-deaf', 'Rewrite the payment sheet')
  await using second = await at.openTab({ reducedMotion: 'reduce' })
  await signIn(second, service, `/board?session=${id}`)
  const card = cardOf(page, id)
  await card.hover()
  await card.getByRole('button', { name: /^Stop/ }).click()
  await askedFor(page).getByText('what it is doing right now').waitFor()
  await looksRight(page, 'asked-about')
  await page.keyboard.press('Escape')
  await askedFor(page).waitFor({ state: 'detached' })
  assert.equal(await stoppingOf(id), null, 'it was kept running')

  await card.getByRole('button', { name: /^Stop/ }).click()
  const drawer = second.page.locator('.drawer')
  // Ten seconds long, and waited for in both places before it begins, however busy the machine is.
  const stopping = [card, drawer].flatMap((place) => [
    place.getByText(/^Ctrl\+C sent /).waitFor(),
    place.getByText('Force stop is offered if it goes on').waitFor(),
  ])
  await askedFor(page).getByRole('button', { name: 'Stop', exact: true }).click()
  await Promise.all(stopping)
  await page.reload()
  await card
    .getByText('Force stop is offered if it goes on')
    .or(card.getByText(/^Still at work: /))
    .first()
    .waitFor()
  await looksRight(page, 'stopping')

  for (const place of [card, drawer]) await place.getByText(/^Still at work: /).waitFor()
  await looksRight(page, 'goes-on')
  const tree = drawer.getByRole('table', { name: 'What goes on' })
  // The program stands below the script that runs it.
  await tree.getByText('└ ').first().waitFor()
  const foot = drawer.locator('.drawer-foot')
  for (const name of [/^Force stop/, /^Ctrl\+C again/, /^Attach/])
    await foot.getByRole('button', { name }).or(foot.getByRole('link', { name })).first().waitFor()
  const ended = drawer.locator('.facts dt', { hasText: 'Ended' })
  assert.equal(await ended.count(), 0, 'what goes on has not ended')
  await looksRight(second.page, 'goes-on-panel')
  await page.reload()
  await card.getByText(/^Still at work: /).waitFor()

  const answers = holdStops(page)
  await card.getByRole('button', { name: /^Ctrl\+C again/ }).click()
  const again = card.getByRole('button', { name: /^Sending Ctrl\+C/ })
  await again.waitFor()
  assert.equal(await again.getAttribute('aria-disabled'), 'true')
  ;(await answers).go()
  await drawer.getByText(/^Ctrl\+C sent again /).waitFor()

  const forced = holdStops(page)
  await card.getByRole('button', { name: /^Force stop/ }).click()
  await card.getByRole('button', { name: /^Sending TERM/ }).waitFor()
  await picture(page, 'forcing')
  // Five seconds long, and seen in both places meanwhile, however busy the machine is.
  const seen = [card, drawer].flatMap((place) => [
    place.getByText(/^TERM sent /).waitFor(),
    place.getByText(/What is left after 5 s gets KILL/).waitFor(),
  ])
  ;(await forced).go()
  await Promise.all(seen)
  await looksRight(page, 'forced')
  await card.getByText('Stopped by you').waitFor()
  await drawer.getByText('Stopped by you').first().waitFor()
  await ended.waitFor()
  await looksRight(page, 'stopped')
  assert.equal(await stoppingOf(id), null)
})

/** Holds the next answer to a stop back, so that what is shown meanwhile can be looked at. */
async function holdStops(page: Page): Promise<{ readonly go: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(
    '**/api/agents/stop',
    async (route) => {
      await promise
      await route.continue()
    },
    { times: 1 },
  )
  return { go: resolve }
}

test('several are asked about in one question that names them, and no is no', async () => {
  const { page } = at
  const ids: string[] = []
  for (const number of [1, 2, 3, 4, 5, 6, 7]) ids.push(await started(`agent-many-${number}`, `Many ${number}`))
  await page.goto(`${at.service.url}/board`)
  for (const id of ids) await cardOf(page, id).waitFor()
  await cardOf(page, ids[0] ?? '')
    .locator('.title > a')
    .focus()
  await page.keyboard.press('Control+a')
  const bar = page.getByRole('toolbar', { name: 'Selected cards' })
  await bar.getByRole('button', { name: 'Stop 7' }).click()
  const question = page.getByRole('dialog', { name: 'Stop 7 sessions?' })
  await question.getByText('and 2 more').waitFor()
  assert.equal(await question.getByText(/^Many \d$/).count(), 5)
  await looksRight(page, 'several')
  await question.getByRole('button', { name: /^Keep them running/ }).click()
  await question.waitFor({ state: 'detached' })
  await bar.getByText('7 selected').waitFor()
  const states = async () => new Set((await listSessions(at.service)).map(({ state }) => state))
  assert.ok((await states()).has('running'))

  await bar.getByRole('button', { name: 'Stop 7' }).click()
  await question.getByRole('button', { name: 'Stop 7' }).click()
  await bar.waitFor({ state: 'detached' })
  await page.getByText('7 stopped.').waitFor()
  await until('all are asked', async () =>
    (await Promise.all(ids.map(stoppingOf))).every((stopping) => stopping !== null),
  )
})

test('the palette asks before it stops one', async () => {
  const { page } = at
  const id = await started('agent-palette', 'Release notes')
  await cardOf(page, id).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run' }).fill('stop release notes')
  await page.getByRole('option', { name: /^Stop: Release notes/ }).click()
  await askedFor(page).getByText('Stop “Release notes”?').waitFor()
  assert.equal(await stoppingOf(id), null)
  await askedFor(page).getByRole('button', { name: 'Stop', exact: true }).click()
  await until('it is asked', async () => (await stoppingOf(id)) !== null)
})

test('on a phone the question is a sheet, and every stage is said in the panel', async () => {
  const id = await started('agent-phone', 'Stopped from a phone')
  await using phone = await at.openTab({ device: 'phone', reducedMotion: 'reduce' })
  await signIn(phone, at.service, `/board?col=active&session=${id}`)
  const { page } = phone
  const drawer = page.locator('.drawer')
  await drawer.getByRole('button', { name: /^Stop/ }).tap()
  await askedFor(page).getByText('what it is doing right now').waitFor()
  await looksRight(page, 'asked-about')
  const stopping = drawer.getByText('Force stop is offered if it goes on').waitFor()
  await askedFor(page).getByRole('button', { name: 'Stop', exact: true }).tap()
  await stopping
  await looksRight(page, 'stopping')
  await drawer.getByText(/^Still at work: /).waitFor()
  await looksRight(page, 'goes-on')
  await drawer.getByRole('button', { name: /^Force stop/ }).tap()
  await drawer.getByText('Stopped by you').first().waitFor()
  await looksRight(page, 'stopped')
})
