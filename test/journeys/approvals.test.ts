// Agents ask to be allowed, by the hook script that real clients run, and people answer on cards, in panels and on a phone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { openAskingAgent, type AskingOptions } from '../support/asking-agent.ts'
import { cardIn, cardOf, liveDot, noticeOf, signIn, undoOf } from '../support/browser.ts'
import { changeSetting, ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const at = journey()
at.prepare(async () => assert.equal((await orrery(at.home, ['hook', 'install'])).code, 0))

const picture = (page: Page, name: string) => takeBothThemes(page, `approve-${name}`)
const open = (options: AskingOptions) => openAskingAgent(at, options)
const approveIn = (place: Locator | Page): Locator => place.getByRole('button', { name: 'Approve', exact: true })
const denyIn = (place: Locator | Page): Locator => place.getByRole('button', { name: 'Deny…' })

const edit = {
  tool_name: 'Edit',
  tool_input: {
    file_path: '/srv/shop/src/checkout/payment-sheet.tsx',
    old_string: 'async function submit() {\n  dispatch(method)\n}',
    new_string: 'async function submit() {\n  const next = machine.submit(method)\n  await next.settled\n}',
  },
  permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
}

/** How long agents that ask from now on wait, in seconds; null for as long as usual. */
const agentsWait = (seconds: number | null) => changeSetting(at.service, 'approvals.waitS', seconds)

/** Rows of the activity about this approval. */
async function decisionsOf(id: string): Promise<readonly { readonly id: string; readonly href: string | null }[]> {
  const { json } = await at.service.call('GET /api/activity?kind=approval&limit=200', { token: at.service.token })
  const rows = json.rows as readonly {
    readonly id: string
    readonly href: string | null
    readonly subject: { readonly id: string }
  }[]
  return rows.filter(({ subject }) => subject.id === id)
}

test('a card shows the whole command; a yes can be taken back, and goes to the agent when nobody did', async () => {
  const { page } = at
  const command =
    'npm test && echo "all of it is shown, to its very last word" && git push origin main --force-with-lease'
  const agent = await open({ label: 'Fix double capture', request: { tool_name: 'Bash', tool_input: { command } } })
  const card = cardIn(page, 'review', agent.id)
  const whole = card.getByRole('region', { name: 'The whole command' })
  await whole.waitFor()
  assert.equal(await whole.innerText(), command)
  await picture(page, 'card')
  await approveIn(card).click()
  await card.getByText('Goes to the agent in').waitFor()
  await picture(page, 'card-sent')
  await card.getByRole('button', { name: 'Undo' }).click()
  await approveIn(card).waitFor()
  await approveIn(card).click()
  await undoOf(page, 'Approved, not sent yet.').click()
  await approveIn(card).waitFor()
  await card.locator('[data-session]').first().focus()
  await page.keyboard.press('r')
  await page.keyboard.press('Enter')
  await page.keyboard.press('z')
  await approveIn(card).waitFor()
  assert.equal((await agent.is('open'), await decisionsOf(agent.asked.id)).length, 0)
  await approveIn(card).click()
  await agent.reads('"behavior":"allow"')
  await cardIn(page, 'active', agent.id).waitFor()
  await agent.goOn()
  await agent.is('applied')
  const [row, ...others] = await decisionsOf(agent.asked.id)
  assert.deepEqual([others.length, row?.href], [0, `/approvals/${agent.asked.id}`])
  const { json } = await at.service.call(`GET /api/activity/${row?.id}`, { token: at.service.token })
  const facts = json.facts as readonly { readonly name: string; readonly value: string }[]
  const valueOf = (name: string) => facts.find((fact) => fact.name === name)?.value ?? ''
  assert.match(valueOf('Login'), /Chrom/)
  assert.deepEqual(JSON.parse(valueOf('Input')), { command })
})

test('a page that is left in the moment of its Undo sends the yes once', async () => {
  const { page } = at
  const agent = await open({ label: 'Left in the middle' })
  await approveIn(cardOf(page, agent.id)).click()
  await cardOf(page, agent.id).getByText('Goes to the agent in').waitFor()
  await page.reload()
  await liveDot(page, 'live').waitFor()
  await agent.reads('"behavior":"allow"')
  assert.equal((await decisionsOf(agent.asked.id)).length, 1)
  assert.equal(await page.getByText('Not sent').count(), 0)
})

test('what a page may not have sent is told by the next one, and nothing is sent by itself', async () => {
  const { page } = at
  const agent = await open({ label: 'Lost on the way' })
  const unsent = JSON.stringify([{ id: agent.asked.id, summary: agent.asked.summary }])
  // As a browser leaves it that was ended between the press and the answer.
  await page.evaluate(`sessionStorage.setItem('orrery.approvals.unsent', ${JSON.stringify(unsent)})`)
  await page.reload()
  await noticeOf(page, 'Not sent: the page was left first.').getByRole('button', { name: 'Look again' }).click()
  await page.waitForURL(`**/approvals/${agent.asked.id}`)
  await approveIn(page).waitFor()
  await agent.is('open')
  await agent.decide({ decision: 'deny' })
  await page
    .getByText(/^Denied by API/)
    .first()
    .waitFor()
  await page.goto(`${at.service.url}/board`)
})

test('a denial tells the agent why; an edit is shown as its change, with what its client offers beside a yes', async () => {
  const { page } = at
  const agent = await open({ label: 'Rewrite the payment sheet', request: edit })
  const card = cardIn(page, 'review', agent.id)
  await card.getByText('const next = machine.submit(method)').waitFor()
  assert.equal(await card.locator('del').innerText(), '−   dispatch(method)\n')
  await card.getByRole('button', { name: 'Approve every edit in this session' }).waitFor()
  await picture(page, 'card-edit')
  await denyIn(card).click()
  await page.keyboard.type('Keep the old reducer for now.')
  await picture(page, 'card-deny')
  await card.getByRole('button', { name: 'Deny and tell it' }).click()
  await agent.reads('Keep the old reducer for now.')
  const other = await open({ label: 'Accepts edits', request: edit })
  await cardOf(page, other.id).getByRole('button', { name: 'Approve every edit in this session' }).click()
  await page.reload()
  await other.reads('"mode":"acceptEdits","destination":"session"')
})

test('of two people one wins, and the other is told who', async () => {
  const { page } = at
  const forestalled = await open({ label: 'Both look at it' })
  await using other = await at.openTab({ device: 'phone' })
  await signIn(other, at.service, `/approvals/${forestalled.asked.id}`)
  await denyIn(other.page).click()
  await other.page.getByLabel('Tell the agent why').fill('The other branch.')
  await approveIn(cardOf(page, forestalled.id)).click()
  await other.page.getByRole('button', { name: 'Deny and tell it' }).click()
  await noticeOf(page, 'Not sent: it was answered meanwhile.')
    .getByText(/denied by .*The other branch\./)
    .waitFor()
  await forestalled.reads('The other branch.')

  const late = await open({ label: 'Both answer at once' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/approvals/*', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.fallback()
  })
  await denyIn(cardOf(page, late.id)).click()
  await cardOf(page, late.id).getByRole('button', { name: 'Deny', exact: true }).click()
  assert.equal((await late.decide({})).status, 200)
  held.resolve()
  await noticeOf(page, 'Not denied: it was approved by API already.').waitFor()
  await page.unroute('**/api/approvals/*')
  await late.reads('"behavior":"allow"')
})

test('an input that became another one is not approved', async () => {
  const { page } = at
  const agent = await open({ label: 'Another input' })
  await page.route('**/api/approvals/*', async (route) => {
    const { input_hash: _, ...body } = (route.request().postDataJSON() ?? {}) as { readonly input_hash?: string }
    if (route.request().method() !== 'POST') return await route.fallback()
    await route.fallback({ postData: JSON.stringify({ ...body, input_hash: '0'.repeat(64) }) })
  })
  await denyIn(cardOf(page, agent.id)).click()
  await cardOf(page, agent.id).getByRole('button', { name: 'Deny', exact: true }).click()
  await cardOf(page, agent.id).getByText('This is not the input that was shown to you.').waitFor()
  await page.unroute('**/api/approvals/*')
  await agent.is('open')
  await agent.decide({ decision: 'deny' })
})

test('the inbox and Home have it with its answers, and the panel has all of it', async () => {
  const { page, service } = at
  const others: string[] = []
  for (let nth = 1; nth <= 6; nth += 1) {
    const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 300', label: `Waits ${nth}` }))
    await ingest(service, { session_id: id, event: 'to_review', metadata: `May I? ${nth}` })
    others.push(id)
  }
  const agent = await open({ label: 'Answered in the inbox' })
  await page.reload()
  const inbox = page.locator('.inbox-pop')
  await until('all of them wait', async () => Number(await page.locator('.needbtn .count').innerText()) > 6)
  // Right after each other: the inbox comes with its first use, and keys wait for it.
  await page.keyboard.press('i')
  await page.keyboard.press('/')
  await page.keyboard.type('Answered in')
  await inbox.waitFor()
  const filter = inbox.getByRole('textbox', { name: 'Filter what needs you' })
  await until('it is written where it was meant', async () => (await filter.inputValue()) === 'Answered in')
  await inbox.getByText('Waits 1').waitFor({ state: 'detached' })
  await filter.fill('')
  // It came last, and waits for a while only.
  await inbox.locator('.item').first().getByText('Answered in the inbox').waitFor()
  await approveIn(inbox).first().waitFor()
  await picture(page, 'inbox')
  await page.keyboard.press('Escape')
  for (const id of others) await service.call(`DELETE /api/hooks/sessions/${id}?kill=true`, { token: service.token })
  await page.goto(at.service.url)
  await page.getByRole('button', { name: 'Answer to Answered in the inbox' }).click()
  await picture(page, 'home')
  await approveIn(page.locator('.item.open')).waitFor()
  await page.goto(`${at.service.url}/board?session=${agent.id}`)
  const panel = page.locator('.drawer')
  await approveIn(panel).waitFor()
  await picture(page, 'panel')
  assert.deepEqual(await findBarriers(page), [])
  await denyIn(panel).click()
  await panel.getByRole('button', { name: 'Deny', exact: true }).click()
  await agent.reads('A person denied it in Orrery.')
  await page.goto(`${at.service.url}/board`)
})

test('its page is enough alone, on a phone too: hostile text is text, keys and palette lead there', async () => {
  const hostile = `echo "<img src=x onerror=alert(1)>" # \u202egpj.txt\u202c\n${'line of a long script\n'.repeat(80)}rm -rf build`
  const agent = await open({
    label: 'Hostile <b>label</b>',
    request: { tool_name: 'Bash', tool_input: { command: hostile } },
  })
  await using phone = await at.openTab({ device: 'phone' })
  await signIn(phone, at.service, `/approvals/${agent.asked.id}`)
  const asked = phone.page.getByRole('region', { name: 'The whole command' })
  await asked.waitFor()
  await approveIn(phone.page).waitFor()
  const isFree = await phone.page.evaluate<boolean>(`(() => {
    const button = document.querySelector('.answer [data-act="approve"]')
    const { x, y, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })()`)
  assert.ok(isFree, 'a notice stands over the answer')
  const shown = await asked.innerText()
  assert.ok(
    shown.includes('<img src=x onerror=alert(1)>') &&
      shown.includes('⟨U+202E⟩gpj.txt') &&
      shown.endsWith('rm -rf build'),
  )
  assert.ok(
    await asked.evaluate(
      (element: { scrollHeight: number; clientHeight: number }) => element.scrollHeight > element.clientHeight,
    ),
  )
  const isUnderButton = await phone.page.evaluate<boolean>(`(() => {
    const text = document.querySelector('.asked-command')
    const end = text.getBoundingClientRect().right - Number.parseInt(getComputedStyle(text).paddingRight, 10)
    return end > text.nextElementSibling.getBoundingClientRect().left
  })()`)
  assert.equal(isUnderButton, false, 'a letter of the command stands under the button beside it')
  assert.ok(await phone.page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'))
  for (const words of [
    'Waits for you',
    /\d min left/,
    'the question stays open in its terminal',
    'Hostile <b>label</b>',
    agent.name,
  ])
    await phone.page.getByText(words).filter({ visible: true }).first().waitFor()
  await picture(phone.page, 'page')
  assert.deepEqual(await findBarriers(phone.page), [])
  await denyIn(phone.page).click()
  await phone.page.getByLabel('Tell the agent why').fill('Not like this.')
  await picture(phone.page, 'page-deny')
  await phone.page.reload()
  await denyIn(phone.page).click()
  assert.equal(await phone.page.getByLabel('Tell the agent why').inputValue(), 'Not like this.')
  await phone.page.getByRole('button', { name: 'Back', exact: true }).click()

  const { page } = at
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('deny echo')
  await page
    .getByRole('option', { name: /Deny Bash: echo/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Tell the agent why').waitFor()
  await page.keyboard.press('Escape')
  await denyIn(page).waitFor()
  await picture(page, 'page')
  assert.deepEqual(await findBarriers(page), [])
  await page.locator('.asked').click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('a')
  await page.getByText('Goes to the agent in').first().waitFor()
  await picture(page, 'page-sent')
  await page.keyboard.press('z')
  await page.keyboard.press('d')
  await page.getByLabel('Tell the agent why').fill('No: the release is made of what this removes.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await agent.reads('"message":"No: the release is made of what this removes."')
  await phone.page
    .getByText(/^Denied by/)
    .first()
    .waitFor()
  await phone.page.getByText('It was told: “No: the release is made of what this removes.”').waitFor()
  assert.ok(
    await phone.page.evaluate<boolean>(
      `[...document.querySelectorAll('.asked-state *')].every((part) => part.getBoundingClientRect().right <= innerWidth)`,
    ),
    'a part of the head is out of sight',
  )
  await picture(phone.page, 'page-denied')
  assert.deepEqual(await findBarriers(phone.page), [])
  await page.goto(`${at.service.url}/approvals`)
  await page.getByText('Nothing waits for an approval').waitFor()
  await picture(page, 'list')
  await page.goto(`${at.service.url}/board`)
})

test('what was answered in its terminal says so, and print mode says what silence does', async () => {
  const { page } = at
  const agent = await open({ label: 'Answered in its terminal' })
  await page.goto(`${at.service.url}/approvals/${agent.asked.id}`)
  await approveIn(page).waitFor()
  await at.service.call('POST /api/hooks/ingest', {
    json: {
      tmux_session: agent.name,
      event: 'to_review',
      hook: 'Stop',
      client_session: agent.name,
      agent_type: 'code-agent',
    },
  })
  await page
    .getByText(/^Answered in its terminal/)
    .first()
    .waitFor()
  await approveIn(page).waitFor({ state: 'detached' })
  await agent.reads('its client was told: nothing')
  const print = await open({ label: 'In print mode', isPrint: true })
  await page.goto(`${at.service.url}/board`)
  await cardOf(page, print.id).getByText('Denied if unanswered').waitFor()
  await page.goto(`${at.service.url}/approvals/${print.asked.id}`)
  await page.getByText('it prints and has no terminal to ask in').waitFor()
  await print.decide({ decision: 'deny' })
  await page.goto(`${at.service.url}/board`)
})

test('a card counts down, and says so when the time is over, without a reload', async () => {
  const { page, tab } = at
  await agentsWait(20)
  const agent = await open({ label: 'Nobody is there' })
  await agentsWait(null)
  const card = cardOf(page, agent.id)
  await using other = await at.openTab({ device: 'phone' })
  await signIn(other, at.service, `/approvals/${agent.asked.id}`)
  const loads = [tab.loads(), other.loads()]
  await card.getByText(/^\d+ s left$/).waitFor()
  await other.page.getByText(/^\d+ s left$/).waitFor()
  await card.getByText('Not answered here: nobody answered in time.').waitFor()
  await approveIn(card).waitFor({ state: 'detached' })
  await other.page.getByText('Over: nobody answered in time').filter({ visible: true }).first().waitFor()
  await approveIn(other.page).waitFor({ state: 'detached' })
  await other.page.getByText('The question is still open in its terminal.').waitFor()
  await picture(other.page, 'page-late')
  assert.deepEqual([tab.loads(), other.loads()], loads)
  await agent.reads('its client was told: nothing')
  await agent.goOn()
  await until('the card says no more of it', async () => (await card.getByText('Not answered here').count()) === 0)
})

test('a service that is killed in the middle leaves the question in the terminal, and the page says so', async () => {
  const { page } = at
  const agent = await open({ label: 'Killed in the middle' })
  const card = cardOf(page, agent.id)
  await approveIn(card).waitFor()
  await at.service.kill()
  await agent.reads('its client was told: nothing')
  await at.startAgain()
  await liveDot(page, 'live').waitFor()
  await card.getByText('Not answered here: Orrery was restarted').waitFor()
  await at.service.kill()
  await liveDot(page, 'reconnecting').or(liveDot(page, 'offline')).waitFor()
  await at.startAgain()
  await page.reload()
  await liveDot(page, 'live').waitFor()
  await card.getByText('Not answered here: Orrery was restarted').waitFor()
  await picture(page, 'card-expired')
  await approveIn(card).waitFor({ state: 'detached' })
  await card.getByRole('link', { name: 'Bash: npm test' }).click()
  await page.getByText('Nothing ran because of Orrery.').waitFor()
  await picture(page, 'page-expired')
  await page.goto(`${at.service.url}/board`)
  await agent.goOn()
  await until('the card says no more of it', async () => (await card.getByText('Not answered here').count()) === 0)
})
