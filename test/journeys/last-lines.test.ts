// What agents print is seen without opening anything: on the card, on Home, and followed in the panel; and when the service
// is away, everything says as of when it is.
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cardOf, liveDot, signIn } from '../support/browser.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey()
const pictures = process.env.ORRERY_PICTURES

/** Prints a line whenever the test says so. */
async function launchTalker(
  name: string,
  label: string,
): Promise<{ id: string; say: (words: string) => Promise<void> }> {
  const prompt = 'while read -r words; do echo "$words"; done'
  const request = { agent_type: 'shell', session_name: name, prompt: `stty -echo; echo ready; ${prompt}`, label }
  const { id } = sessionOf(await launch(at.service, request))
  const say = async (words: string) =>
    void (await at.home.tmux('send-keys', '-t', `=${name}:`, '-l', '--', `${words}\n`))
  return { id, say }
}

test('the last line stands on the card and on Home, and follows what is printed without a reload', async () => {
  const { page, service, tab } = at
  const { id, say } = await launchTalker('agent-talks', 'Run the ledger tests')
  const loads = tab.loads()
  await cardOf(page, id).getByText('ready', { exact: true }).waitFor()
  await say('rule 7: “SEPA fee” → 4930, 38 lines')
  await cardOf(page, id).getByText('rule 7: “SEPA fee” → 4930, 38 lines').waitFor()
  await say('✓ payment-sheet.test.tsx (38 tests) 2.1 s')
  await cardOf(page, id).getByText('✓ payment-sheet.test.tsx').waitFor()
  await look(page, 'last-line-board')
  assert.equal(tab.loads(), loads)
  await page.goto(`${service.url}/`)
  await page.getByText('✓ payment-sheet.test.tsx').waitFor()
  await look(page, 'last-line-home')

  await using phone = await at.openTab({ device: 'phone' })
  await signIn(phone, service, '/board?col=active')
  await cardOf(phone.page, id).getByText('✓ payment-sheet.test.tsx').waitFor()
  assert.equal(await phone.page.evaluate('document.documentElement.scrollWidth'), 390)
  await look(phone.page, 'last-line-phone')
})

test('for a tab that is hidden nothing is read, and it is up to date as soon as it is seen', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/board`)
  const { id, say } = await launchTalker('agent-unseen', 'Nobody looks')
  await cardOf(page, id).getByText('ready', { exact: true }).waitFor()
  await turn(page, 'hidden')
  await say('said while nobody looked')
  await until('it is printed', async () =>
    (await at.home.tmux('capture-pane', '-p', '-t', '=agent-unseen:')).includes('said while nobody looked'),
  )
  // What is told of tasks still reaches the tab, after any line that would have been read before.
  for (const title of ['One', 'Two', 'Three']) {
    await service.call('POST /api/tasks', { json: { title: `${title} for the hidden tab`, status: 'ready' } })
    await page.getByText(`${title} for the hidden tab`).waitFor()
  }
  assert.equal(await cardOf(page, id).getByText('said while nobody looked').count(), 0)
  await turn(page, 'visible')
  await cardOf(page, id).getByText('said while nobody looked').waitFor()
})

/** As the browser does when another tab comes to the front. */
async function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' })
    document.dispatchEvent(new Event('visibilitychange'))`)
}

test('the panel follows the output at its end, stays where a reader scrolled to, and reaches back', async () => {
  const { page, service } = at
  const prompt = 'seq -f "earlier %.0f" 1 6000; stty -echo; while read -r words; do echo "$words"; done'
  const request = { agent_type: 'shell', session_name: 'agent-long', prompt, label: 'Long' }
  const { id } = sessionOf(await launch(service, request))
  const say = (words: string) => at.home.tmux('send-keys', '-t', '=agent-long:', '-l', '--', `${words}\n`)
  await page.goto(`${service.url}/board?session=${id}`)
  const output = page.getByRole('dialog', { name: /^Session/ }).getByRole('region', { name: 'Output' })
  await output.getByText('earlier 6000').waitFor()
  const place = () =>
    output.evaluate((box) => ({ top: box.scrollTop, left: box.scrollHeight - box.scrollTop - box.clientHeight }))
  await until('it begins at the end', async () => (await place()).left < 2)
  await say('newest of all')
  await output.getByText('newest of all').waitFor()
  await until('it follows', async () => (await place()).left < 2)
  await look(page, 'output-follows')

  await output.hover()
  await page.mouse.wheel(0, -900)
  await page.getByRole('button', { name: 'Newest' }).waitFor()
  const { top } = await place()
  await say('said while they read')
  await output.getByText('said while they read').waitFor()
  assert.equal((await place()).top, top)
  await page.getByRole('button', { name: 'Earlier' }).click()
  await until('earlier lines came', async () => (await output.innerText()).includes('earlier 4000\n'))
  await look(page, 'output-earlier')
  await page.getByRole('button', { name: 'Newest' }).click()
  await until('it is at the end again', async () => (await place()).left < 2)
})

test('while the service is away all says as of when it is, clocks stand still, and it recovers by itself', async () => {
  const { page, service, tab } = at
  const { id } = await launchTalker('agent-away', 'Stays alive')
  await page.goto(`${service.url}/board`)
  await cardOf(page, id).getByText('ready', { exact: true }).waitFor()
  const loads = tab.loads()
  await page
    .getByRole('button', { name: /^Launch agent/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.waitFor()
  await service.kill()
  const bar = page.getByRole('status').filter({ hasText: /^Shown as of \d/ })
  await bar.waitFor()
  await page.keyboard.press('Escape')
  await cardOf(page, id)
    .getByText(/^Running as of \d/)
    .waitFor()
  const times = () => cardOf(page, id).locator('.foot time').innerText()
  const [then, shownAtMs] = [await times(), Date.now()]
  await look(page, 'as-of-board')
  await until('seconds pass', () => Date.now() - shownAtMs > 2500)
  assert.equal(await times(), then)
  await cardOf(page, id).getByRole('link', { name: 'Stays alive' }).click()
  await page
    .getByRole('dialog', { name: /^Session/ })
    .getByText('Orrery does not answer')
    .first()
    .waitFor()
  await look(page, 'as-of-panel')
  await at.startAgain()
  await liveDot(page, 'live').waitFor({ timeout: 30_000 })
  await bar.waitFor({ state: 'detached' })
  await page
    .getByRole('dialog', { name: /^Session/ })
    .getByRole('region', { name: 'Output' })
    .getByText('ready')
    .waitFor()
  await page.getByText('Orrery does not answer').waitFor({ state: 'detached' })
  await cardOf(page, id)
    .getByText(/^Running as of/)
    .waitFor({ state: 'detached' })
  assert.equal(tab.loads(), loads)
})

async function look(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.screenshot({ path: join(pictures, `${name}-${theme}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
}
