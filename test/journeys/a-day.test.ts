// A day at the board: 40 tasks and 12 agents that wait, fail, hang and do not let themselves be stopped, and one person who
// answers them at a desk, on a phone and in a terminal. At the end the board, the inbox, the API, `orrery ls` and tmux agree.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { InboxAnswer } from '#rooms/inbox/contract.ts'
import type { SessionState } from '#rooms/sessions/contract.ts'
import type { Task } from '#rooms/tasks/contract.ts'
import { cardOf, liveDot, noticeOf, signIn, type ColumnName, type Tab } from '../support/browser.ts'
import { launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

// High enough for every card, since lanes draw what is in sight.
const viewport = { width: 1440, height: 5000 }
const at = journey({ path: '/board', tab: { viewport, reducedMotion: 'reduce' } })
let phone: Tab

const epics = ['Checkout', 'Ledger', 'Search', 'Field app']
/** Ten tasks to an epic: T-00 to T-39. */
const tasks = Array.from({ length: 40 }, (_, nth) => `T-${String(nth).padStart(2, '0')}`)

/** Ask, say what they were told, and go on as this says. Each waits for a person at once. */
const asks = (question: string, next = 'done_with_it') => `${acting}; ask '${question}'; hear; ${next}`
/** What agents do, in the shell: they report by the hook script, as a client does. */
const acting = [
  String.raw`ask() { printf '{"message":"%s"}' "$1" | bash "$SERVICE_HOME/bin/orrery-hook.sh" Notification shell; }`,
  'hear() { while IFS= read -r line; do echo "told: $line"; case $line in *.) break;; esac; done; }',
  'done_with_it() { exec sleep 1000; }',
].join('; ')

/** Who works today, by the number of the task. Nobody's name begins with another one's. */
const crew = {
  release: asks('Which version is it?'),
  incident: asks('Do I name roles instead of people?'),
  ledger: asks('Rule 7 or rule 9?'),
  refund: asks('Half of it, or all?'),
  wallet: asks('May I run the tests?', 'echo "2 tests failed: wallet" >&2; exit 3'),
  audit: asks('Shall I file it?', 'exit 0'),
  deploy: 'echo "no route to the host" >&2; exit 7',
  backup: 'echo "the disk is full" >&2; exit 28',
  index: 'echo "built"; exit 0',
  typing: asks('Shall I go on?'),
  hanging: 'echo "waiting for the lock"; exec sleep 1000',
  stubborn: `trap '' INT; echo "not now"; while :; do sleep 0.2; done`,
} as const
type Name = keyof typeof crew
const names = Object.keys(crew) as readonly Name[]
const ids = new Map<Name, string>()

at.prepare(async () => {
  const { service } = at
  const add = async (json: Partial<Task>) =>
    assert.equal((await service.call('POST /api/tasks', { json })).status, 201, JSON.stringify(json))
  for (const [nth, title] of epics.entries()) await add({ id: `E-${nth}`, title, type: 'epic' })
  for (const [nth, id] of tasks.entries()) {
    await add({
      id,
      description: 'As planned.',
      title: `Step ${nth}`,
      status: nth % 3 === 2 ? 'backlog' : 'ready',
      parent: `E-${Math.floor(nth / 10)}`,
    })
  }
  phone = await at.openTab({ device: 'phone', reducedMotion: 'reduce' })
  await signIn(phone, service, '/board?col=review')
})

test('twelve agents start, by the page, the command line and the API, and the board shows who waits', async () => {
  const { page } = at
  await startOnPage('release')
  for (const name of ['incident', 'ledger'] as const) await startByCommand(name)
  for (const name of names.slice(3)) await startByApi(name)
  for (const name of ['release', 'incident', 'ledger', 'refund', 'wallet', 'audit', 'typing'] as const) {
    await inColumn(page, 'review', idOf(name)).getByText('Awaiting review').first().waitFor()
  }
  for (const name of ['deploy', 'backup'] as const) await stateIs(name, 'failed')
  await stateIs('index', 'completed')
  for (const name of ['hanging', 'stubborn'] as const) await stateIs(name, 'running')
  await until('the title counts who waits', async () => (await page.title()).startsWith('(7) '))
  await until('the phone does, too', async () => (await phone.page.title()).startsWith('(7) '))
  await takePictures(at, 'day', {
    board: '/board',
    home: '/',
    inbox: '/needs-you',
    session: `/board?session=${idOf('incident')}`,
    task: '/board?task=T-03',
    triage: '/triage',
    strands: '/strands',
    settings: '/settings/general',
  })
})

test('each that waits is answered from where the person is: by keys at the desk, on the phone, in a terminal', async () => {
  const { page, home } = at
  await inColumn(page, 'review', idOf('release')).locator('[data-session]').first().focus()
  await page.keyboard.press('r')
  await cardOf(page, idOf('release')).locator('textarea:focus').waitFor()
  await page.keyboard.type('It is 4.2.')
  await page.keyboard.press('Enter')
  await hears('release', 'It is 4.2.')

  await inColumn(phone.page, 'review', idOf('incident'))
    .getByRole('button', { name: /^Reply to/ })
    .tap()
  await phone.page.locator('.drawer textarea:focus').waitFor()
  await phone.page.keyboard.type('Roles only.')
  await panel(phone.page)
    .getByRole('button', { name: /^Send to/ })
    .tap()
  await hears('incident', 'Roles only.')
  await phone.page.goto(`${at.service.url}/board?col=review`)

  for (const [name, words] of [
    ['ledger', 'Rule 9.'],
    ['wallet', 'Run them.'],
    ['audit', 'File it.'],
  ] as const) {
    const { code, err } = await orrery(home, ['send', `agent-${name}`, words])
    assert.equal(code, 0, err)
  }
  await hears('ledger', 'Rule 9.')
  await stateIs('wallet', 'failed')
  await stateIs('audit', 'completed')
  for (const name of ['release', 'incident', 'ledger'] as const) await inColumn(page, 'active', idOf(name)).waitFor()
  await until('two still wait', async () => (await page.title()).startsWith('(2) '))
})

test('an answer that is half written outlives Escape, a reload and a service that is down, and arrives once', async () => {
  const { page } = at
  const card = inColumn(page, 'review', idOf('refund'))
  await card.getByRole('button', { name: /^Reply to/ }).click()
  await card.locator('textarea:focus').waitFor()
  await page.keyboard.type('All of it')
  await page.keyboard.press('Escape')
  await card.locator('textarea').waitFor({ state: 'detached' })
  await page.reload()
  await card.getByRole('button', { name: /^Go on replying/ }).click()
  assert.equal(await card.locator('textarea').inputValue(), 'All of it')
  await at.service.stop()
  await liveDot(page, 'reconnecting').waitFor()
  await card.locator('textarea').press('End')
  await card.locator('textarea').pressSequentially(', today.')
  await card.locator('textarea').press('Enter')
  await card.getByText(/^Not sent: Orrery does not answer/).waitFor()
  assert.equal(await card.locator('textarea').inputValue(), 'All of it, today.')
  await at.startAgain()
  await liveDot(page, 'live').waitFor()
  await card.locator('textarea').press('Enter')
  await hears('refund', 'All of it, today.')
  await inColumn(page, 'active', idOf('refund')).waitFor()
  assert.equal((await screenOf('refund')).split('All of it, today.').length - 1, 2, 'typed once and said once')
})

test('a description that two people write at once keeps both texts, over a reload too', async () => {
  const { page, service } = at
  await using other = await at.openTab({ reducedMotion: 'reduce' })
  await signIn(other, service, '/board?task=T-38')
  await page.goto(`${service.url}/board?task=T-38`)
  for (const each of [page, other.page]) await each.getByRole('button', { name: 'Edit the description' }).click()
  await description(page).fill('Mine.')
  await description(other.page).fill('Theirs.')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Changed by somebody else while you wrote.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Keep both' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await until('both are kept', async () => (await readTask('T-38')).description === 'Theirs.\n\nMine.')
  await panel(other.page).getByText('Mine.').waitFor()
  await page.goto(`${service.url}/board`)
})

test('what failed is seen in the popover, on the phone and in the terminal, and each time everywhere', async () => {
  const { page, home, service } = at
  await page.locator('.needbtn').click()
  const inbox = page.getByRole('dialog', { name: 'Needs you' })
  const rowOf = (place: Locator | Page, name: Name) => place.locator('.line', { hasText: titleOf(name) })
  await rowOf(inbox, 'deploy').click()
  const opened = inbox.locator('.item.open').filter({ hasText: titleOf('deploy') })
  await opened.getByRole('button', { name: 'Seen', exact: true }).click()
  await rowOf(inbox, 'deploy').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')

  await phone.page.goto(`${service.url}/needs-you`)
  await rowOf(phone.page, 'backup').tap()
  await phone.page.locator('.item.open').getByRole('button', { name: 'Seen' }).tap()
  await rowOf(phone.page, 'backup').waitFor({ state: 'detached' })

  const list = await orrery(home, ['inbox'])
  assert.match(list.out, new RegExp(titleOf('wallet')))
  assert.doesNotMatch(list.out, new RegExp(`${titleOf('deploy')}|${titleOf('backup')}`))
  const seen = await orrery(home, ['inbox', 'seen', titleOf('wallet')])
  assert.equal(seen.code, 0, seen.err)
  await rowOf(phone.page, 'wallet').waitFor({ state: 'detached' })
  await until('nothing is left to see', async () => (await readInbox()).counts.to_see === 0)
  await phone.page.goto(`${service.url}/board?col=review`)
})

test('one that hangs is stopped by Ctrl+C, and one that ignores it by force', async () => {
  const { page, home } = at
  const { code, err } = await orrery(home, ['stop', '--wait', 'agent-hanging'])
  assert.equal(code, 0, err)
  await inColumn(page, 'review', idOf('hanging')).getByText('Stopped by you').first().waitFor()

  const card = cardOf(page, idOf('stubborn'))
  await card.hover()
  await card.getByRole('button', { name: /^Stop/ }).click()
  await page.getByRole('dialog', { name: /^Stop/ }).getByRole('button', { name: 'Stop', exact: true }).click()
  await card.getByRole('button', { name: /^Force stop/ }).click({ timeout: 60_000 })
  await until('its terminal is gone', async () => !(await at.home.terminals()).includes('agent-stubborn'))
  await until('the stop is over', async () => (await readSession('stubborn')).stopping === null)
  await card.getByRole('button', { name: /^Force stop/ }).waitFor({ state: 'detached' })
  assert.equal((await readInbox()).counts.to_see, 0, 'what a person stopped calls nobody')
})

test('tasks are moved and closed by key, taken back, and changed from the phone and the terminal', async () => {
  const { page, home } = at
  await taskCard('T-30').locator('.title > a').focus()
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('button', { name: 'Move to Active' }).click()
  await taskIs('T-30', 'in_progress')
  await noticeOf(page, 'moved to in progress').waitFor()
  await page.keyboard.press('z')
  await taskIs('T-30', 'ready')
  for (const id of ['T-30', 'T-31']) {
    await taskCard(id).locator('.title > a').focus()
    await page.keyboard.press('x')
  }
  await page.keyboard.press('d')
  for (const id of ['T-30', 'T-31']) await taskIs(id, 'done')
  await noticeOf(page, '2 moved to done.').waitFor()
  await page.keyboard.press('z')
  for (const id of ['T-30', 'T-31']) await taskIs(id, 'ready')

  await phone.page.goto(`${at.service.url}/board?task=T-33`)
  await panel(phone.page).getByRole('combobox', { name: 'Status' }).selectOption('done')
  await taskIs('T-33', 'done')
  const { code, err } = await orrery(home, ['task', 'done', 'T-34', 'T-36'])
  assert.equal(code, 0, err)
  await page.locator('.lane-head').getByText('3/10 done').waitFor()
})

test('at the end of the day the board, the inbox, the command line, the API and tmux say the same', async () => {
  const { page, home } = at
  await until('all agree', async () => {
    const sessions = await listSessions(at.service)
    const states = Object.fromEntries(sessions.map(({ id, state }) => [id, state]))
    const told = await orrery(home, ['--json', 'ls'])
    const listed = (JSON.parse(told.out) as { sessions: typeof sessions }).sessions
    assert.deepEqual(Object.fromEntries(listed.map(({ id, state }) => [id, state])), states)
    assert.deepEqual(await cardsOf(page, 'article[data-card]:not([data-card^="task:"])'), states)
    const alive = sessions.filter(({ state }) => state === 'running' || state === 'awaiting_review')
    assert.deepEqual((await home.terminals()).toSorted(), alive.map(({ tmux_session: name }) => name).toSorted())
    return true
  })
  assert.deepEqual(await endings(), expected)

  const { json } = await at.service.call('GET /api/tasks?limit=200')
  const open = (json.tasks as Task[]).filter(({ type, status }) => type !== 'epic' && status !== 'done')
  await until('the board has every open task', async () => {
    const shown = await cardsOf(page, 'article[data-card^="task:"]')
    return open.every(({ id, status }) => shown[`task:${id}`] === status)
  })
  const inbox = await readInbox()
  assert.deepEqual(
    inbox.items.map(({ subject }) => subject.id),
    [idOf('typing')],
  )
  const listed = await orrery(home, ['inbox', '--check'])
  assert.match(listed.err, /1 needs you/)
  await until('and so does the title', async () => (await page.title()).startsWith('(1) '))
})

/** How each of them has to end. */
const expected: Readonly<Record<Name, SessionState>> = {
  release: 'running',
  incident: 'running',
  ledger: 'running',
  refund: 'running',
  wallet: 'failed',
  audit: 'completed',
  deploy: 'failed',
  backup: 'failed',
  index: 'completed',
  typing: 'awaiting_review',
  hanging: 'failed',
  stubborn: 'failed',
}

async function endings(): Promise<Record<string, SessionState>> {
  const all = await Promise.all(names.map(async (name) => [name, (await readSession(name)).state] as const))
  return Object.fromEntries(all)
}

const titleOf = (name: Name): string => `Work on ${name}`
const taskOf = (name: Name): string => tasks[names.indexOf(name)] ?? ''

async function startOnPage(name: Name): Promise<void> {
  const { page } = at
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.locator('label', { hasText: 'shell' }).click()
  await dialog.getByRole('textbox', { name: 'Command' }).fill(crew[name])
  await dialog.getByRole('textbox', { name: 'Label' }).fill(titleOf(name))
  await dialog.getByRole('textbox', { name: 'Task' }).fill(taskOf(name))
  await dialog.getByRole('textbox', { name: 'tmux session' }).fill(`agent-${name}`)
  await dialog.getByRole('button', { name: /^Launch/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await remember(name)
}

async function startByCommand(name: Name): Promise<void> {
  const options = ['-n', `agent-${name}`, '-l', titleOf(name), '-t', taskOf(name), '-d', at.home.userHome]
  const { code, err } = await orrery(at.home, ['launch', ...options, 'shell', '-p', crew[name]])
  assert.equal(code, 0, err)
  await remember(name)
}

async function startByApi(name: Name): Promise<void> {
  const request = { agent_type: 'shell', session_name: `agent-${name}`, prompt: crew[name] }
  const answer = await launch(at.service, { ...request, label: titleOf(name), task_id: taskOf(name) })
  ids.set(name, sessionOf(answer).id)
}

async function remember(name: Name): Promise<void> {
  const id = await until(
    `agent-${name} is there`,
    async () => (await listSessions(at.service)).find(({ tmux_session }) => tmux_session === `agent-${name}`)?.id,
  )
  ids.set(name, id)
}

function idOf(name: Name): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`${name} was not started`)
  return id
}

async function readSession(name: Name) {
  const session = (await listSessions(at.service)).find(({ id }) => id === idOf(name))
  if (session === undefined) throw new Error(`${name} is gone`)
  return session
}

async function stateIs(name: Name, state: SessionState): Promise<void> {
  await until(`${name} is ${state}`, async () => (await readSession(name)).state === state)
  await at.page.locator(`article[data-card="${idOf(name)}"][data-s="${state}"]`).waitFor()
}

async function screenOf(name: Name): Promise<string> {
  return at.home.tmux('capture-pane', '-p', '-t', `=agent-${name}:`)
}

async function hears(name: Name, words: string): Promise<void> {
  await until(`${name} hears it`, async () => (await screenOf(name)).includes(`told: ${words}`))
  await until(`${name} goes on`, async () => (await readSession(name)).state === 'running')
}

async function readTask(id: string): Promise<Task> {
  return (await at.service.call(`GET /api/tasks/${id}`)).json.task as Task
}

async function taskIs(id: string, status: Task['status']): Promise<void> {
  await until(`${id} is ${status}`, async () => (await readTask(id)).status === status)
}

async function readInbox(): Promise<InboxAnswer> {
  return (await at.service.call('GET /api/inbox')).json as InboxAnswer
}

const panel = (page: Page): Locator => page.locator('.drawer')
const description = (page: Page): Locator => page.getByRole('textbox', { name: 'Description', exact: true })
const taskCard = (id: string): Locator => at.page.locator(`article[data-card="task:${id}"]`)
/** In lanes each has a cell of the column. */
const inColumn = (page: Page, column: ColumnName, id: string): Locator =>
  page.locator(`[data-column="${column}"] article[data-card="${id}"]`)

/** Each card's state. */
async function cardsOf(page: Page, selector: string): Promise<Record<string, string>> {
  const cards = await page
    .locator(selector)
    .evaluateAll((all) => all.map((card) => [card.getAttribute('data-card'), card.getAttribute('data-s')]))
  return Object.fromEntries(cards) as Record<string, string>
}
