// A person answers agents that wait, from a card, a panel and a phone; what is written is never lost on the way.
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { cardIn, cardOf, signIn } from '../support/browser.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const at = journey()

/** Where pictures of the page go, for whoever wants to look at them. */
const pictures = process.env.ORRERY_PICTURES

const question =
  'The timeline is complete from 09:41 to 11:16, and I found three causes. Two people asked not to be named. Do I name roles instead, or leave their messages out?'

/** An agent that says what it was told, line by line, and waits for a person. */
async function ask(name: string, label: string, program = 'while IFS= read -r line; do echo "told: $line"; done') {
  const launched = await launch(at.service, { agent_type: 'shell', session_name: name, label, prompt: program })
  assert.equal(launched.status, 201, launched.text)
  const { id } = sessionOf(launched)
  await asks(name)
  return id
}

async function asks(name: string): Promise<void> {
  await ingest(at.service, { tmux_session: name, event: 'to_review', metadata: question, agent_type: 'shell' })
}

async function screenOf(name: string): Promise<string> {
  return at.home.tmux('capture-pane', '-p', '-t', `=${name}:`)
}

const fieldIn = (place: Locator): Locator => place.getByRole('textbox', { name: /^Reply to/ })
const panelOf = (page: Page): Locator => page.locator('.drawer')

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({
      path: join(pictures, `answer-${name}-${page.viewportSize()?.width}-${colorScheme}.png`),
      animations: 'disabled',
    })
  }
  await page.emulateMedia({ colorScheme: 'dark' })
}

test('r on a card opens its field; several lines go at once, and the card runs with what it was told', async () => {
  const { page } = at
  const id = await ask('agent-card', 'November incident review')
  await ask('agent-other', 'Another one that waits')
  const card = cardIn(page, 'review', id)
  await card.getByText('Do I name roles instead').waitFor()
  await card.locator('[data-session]').first().focus()
  await page.keyboard.press('r')
  await fieldIn(card).waitFor()
  await page.keyboard.type('Name roles, not people.')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Put the three causes first.')
  assert.equal(await fieldIn(card).inputValue(), 'Name roles, not people.\nPut the three causes first.')
  await picture(page, 'typing')
  await page.keyboard.press('Enter')
  await cardIn(page, 'active', id).getByText('answered: Name roles, not people. Put the three').waitFor()
  await until('both lines', async () => (await screenOf('agent-card')).includes('told: Put the three causes first.'))
  assert.match(await screenOf('agent-card'), /told: Name roles, not people\./)
  await picture(page, 'sent')
})

test('a draft outlives Escape, a reload and the end of the service, and is the same in the panel and in another tab', async () => {
  const { page } = at
  const id = await ask('agent-draft', 'Keeps what I write')
  const card = cardOf(page, id)
  await card.getByRole('button', { name: /^Reply to/ }).click()
  await page.keyboard.type('half a thou')
  await page.keyboard.press('Escape')
  await fieldIn(card).waitFor({ state: 'detached' })
  await card.getByRole('button', { name: /^Go on replying/ }).waitFor()
  await page.reload()
  await cardOf(page, id)
    .getByRole('button', { name: /^Go on replying/ })
    .click()
  assert.equal(await fieldIn(card).inputValue(), 'half a thou')

  const other = await page.context().newPage()
  await other.goto(`${at.service.url}/board?session=${id}`)
  const field = fieldIn(panelOf(other))
  await until('the draft there', async () => (await field.inputValue()) === 'half a thou')
  await field.press('End')
  await field.pressSequentially('ght')
  await until('the draft here', async () => (await fieldIn(card).inputValue()) === 'half a thought')
  await other.close()

  await at.service.stop()
  await fieldIn(card).press('Enter')
  await card.getByText(/^Not sent: Orrery does not answer/).waitFor()
  assert.equal(await fieldIn(card).inputValue(), 'half a thought')
  await picture(page, 'away')
  await at.startAgain()
  await page.locator('[data-live="live"]').waitFor()
  await fieldIn(card).press('Enter')
  await cardIn(page, 'active', id).waitFor()
  await until('the text', async () => (await screenOf('agent-draft')).includes('told: half a thought'))
})

test('a service that is killed while it types loses no draft, and says that nobody knows', async () => {
  const { page, home } = at
  // A screen that never stands still is waited for before Enter.
  const restless = '(while :; do echo tick; sleep 0.1; done) & while IFS= read -r line; do echo "told: $line"; done'
  const id = await ask('agent-killed', 'Heard in the middle', restless)
  const card = cardOf(page, id)
  await card.getByRole('button', { name: /^Reply to/ }).click()
  await page.keyboard.type('is this heard')
  await page.keyboard.press('Enter')
  await until('it stands in the prompt', async () => (await screenOf('agent-killed')).includes('is this heard'))
  await at.service.kill()
  await card.getByText(/^Not sent: Orrery does not answer/).waitFor()
  await at.startAgain()
  await page.locator('[data-live="live"]').waitFor()
  await card.getByText('Nobody knows whether it was sent: “is this heard”').waitFor()
  assert.equal(await fieldIn(card).inputValue(), 'is this heard')
  await picture(page, 'unknown')
  await home.tmux('send-keys', '-t', '=agent-killed:', 'Enter')
  await until('it is heard', async () => (await screenOf('agent-killed')).includes('told: is this heard'))
  await fieldIn(card).fill('')
  await page.keyboard.press('Escape')
})

test('what stands in its prompt without Enter is said before more is typed behind it', async () => {
  const { page, home } = at
  await ask('agent-careful', 'Asks with care')
  const left = await orrery(home, ['send', 'agent-careful', '--no-enter', 'git push'])
  assert.equal(left.code, 0, left.err)
  assert.doesNotMatch(left.err, /Careful/)
  const { code, err } = await orrery(home, ['send', 'agent-careful', ' --dry-run'])
  assert.equal(code, 0, err)
  assert.match(err, /Careful: “git push” was typed without Enter.*Look there: .*orrery attach agent-careful/s)
  await until('both', async () => (await screenOf('agent-careful')).includes('told: git push --dry-run'))
  await asks('agent-careful')
  const { err: after } = await orrery(home, ['send', 'agent-careful', 'thanks'])
  assert.doesNotMatch(after, /Careful/)
  await page.goto(`${at.service.url}/board`)
})

test('what was said comes back by the arrow up, and the draft by Escape; the panel lists it with who said it', async () => {
  const { page, home } = at
  const id = await ask('agent-told', 'Told before')
  const { code, err, out } = await orrery(home, ['send', 'agent-told', 'from the command line'])
  assert.equal(code, 0, err)
  assert.match(out, /agent-told was told, and is running/)
  await until('it', async () => (await screenOf('agent-told')).includes('told: from the command line'))
  await asks('agent-told')
  await page.goto(`${at.service.url}/board?session=${id}`)
  const panel = panelOf(page)
  await panel.getByText('What it was told').waitFor()
  await panel.getByText('By the command line').waitFor()
  const field = fieldIn(panel)
  await field.fill('my draft')
  await field.press('Home')
  await field.press('ArrowUp')
  await until('the answer', async () => (await field.inputValue()) === 'from the command line')
  await panel.getByText('1 of 1 answers to it').waitFor()
  await picture(page, 'history')
  await field.press('Escape')
  assert.equal(await field.inputValue(), 'my draft')
  await picture(page, 'panel')
  await field.press('Enter')
  await panel.locator('.told-list').getByText('my draft').waitFor()
  await panel.getByText(/^From Chrome on/).waitFor()
  await page.goto(`${at.service.url}/board`)
})

test('a dialog is shown in the place of the field, which comes back by itself with its text', async () => {
  const { page } = at
  const program = String.raw`printf 'Trust this folder?\n❯ 1. Yes\n  2. No\n'; read -r chosen; clear; echo "chose $chosen"; exec sleep 1000`
  const id = await ask('agent-dialog', 'Asks in a dialog', program)
  const card = cardOf(page, id)
  await card.getByRole('button', { name: /^Reply to/ }).click()
  await card.getByText('typed text would choose in it').waitFor()
  await card.getByRole('region', { name: 'What its terminal shows' }).getByText('Trust this folder?').waitFor()
  // Who writes goes on: no letter is a key of the page, and Enter sends nothing.
  await page.keyboard.type('stop it, and exit ')
  await page.keyboard.press('Enter')
  assert.equal(await fieldIn(card).inputValue(), 'stop it, and exit ')
  assert.equal(await page.getByRole('dialog').count(), 0)
  await picture(page, 'dialog')
  await card.getByRole('region', { name: 'What its terminal shows' }).focus()
  await card.getByText('Your text, kept').waitFor()
  assert.equal(await fieldIn(card).count(), 0)
  const { code, err } = await orrery(at.home, ['send', 'agent-dialog', '2'])
  assert.notEqual(code, 0)
  assert.match(err, /A dialog is open in its terminal.*orrery attach agent-dialog/s)
  await at.home.tmux('send-keys', '-t', '=agent-dialog:', '1', 'Enter')
  await fieldIn(card).waitFor()
  assert.equal(await fieldIn(card).inputValue(), 'stop it, and exit ')
  await fieldIn(card).fill('')
  await page.keyboard.press('Escape')
})

test('an answer that somebody else gave first is said, and a session that ends keeps the text', async () => {
  const { page, service } = at
  const { token } = service
  const id = await ask('agent-raced', 'Answered twice', 'read -r one; read -r two; exit 0')
  const card = cardOf(page, id)
  await card.getByRole('button', { name: /^Reply to/ }).click()
  await page.keyboard.type('mine')
  // The card still shows the wait while the other answer is on its way.
  await page.route('**/api/agents/*/input', async (route) => {
    if (route.request().method() === 'POST') {
      const first = await service.call(`POST /api/agents/${id}/input`, { token, json: { text: 'theirs' } })
      assert.equal(first.status, 200, first.text)
    }
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await cardIn(page, 'active', id).getByText('answered: theirs').waitFor()
  await page.getByText(/^Not sent: it does not wait for this answer any more/).waitFor()
  await page.unroute('**/api/agents/*/input')
  await asks('agent-raced')
  await card.getByText(/^Not sent: it does not wait for this answer any more/).waitFor()
  assert.equal(await fieldIn(card).inputValue(), 'mine')
  await at.home.tmux('send-keys', '-t', '=agent-raced:', 'bye', 'Enter')
  await card.getByText('Not sent: it ended while you wrote.').waitFor()
  await picture(page, 'ended')
  await card.getByRole('button', { name: 'Start again with this text' }).click()
  const dialog = page.getByRole('dialog', { name: /launch/i })
  await until('the text', async () => (await dialog.locator('textarea').first().inputValue()) === 'mine')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Discard' }).click()
  await card.getByText('Your text, kept').waitFor({ state: 'detached' })
})

test('on a phone a card opens the panel with its field, and the button sends; Enter is a new line', async () => {
  const id = await ask('agent-phone', 'Answered from a phone')
  await using tab = await at.openTab({ device: 'phone' })
  const { page } = tab
  await signIn(tab, at.service, '/board?col=review')
  await cardOf(page, id)
    .getByRole('button', { name: /^Reply to/ })
    .tap()
  const field = fieldIn(panelOf(page))
  await field.waitFor()
  await page.locator('.drawer textarea:focus').waitFor()
  await page.keyboard.type('yes')
  await page.keyboard.press('Enter')
  await page.keyboard.type('and mind the tests')
  await picture(page, 'phone')
  assert.equal(await field.inputValue(), 'yes\nand mind the tests')
  await panelOf(page)
    .getByRole('button', { name: /^Send to/ })
    .tap()
  await until('both lines', async () => (await screenOf('agent-phone')).includes('told: and mind the tests'))
  await panelOf(page).getByText('answered: yes and mind the tests').waitFor()
})
