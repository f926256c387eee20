// A person plans on the board: an epic with stories, an agent on one of them, and cards that move by mouse, finger and key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import type { Task } from '#rooms/tasks/contract.ts'
import { liveDot, makeLink, signIn, undoOf } from '../support/browser.ts'
import { dragThere } from '../support/drag.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ motion: 'no-preference' })

test('an epic and its stories are made from the page and stand in a lane that counts what is done', async () => {
  const { page } = at
  await page.keyboard.press('t')
  await fillTask({ title: 'Checkout', type: 'epic', project: 'storefront' })
  await page.getByRole('button', { name: 'Checkout', exact: true }).waitFor()
  await page.locator('.lane-head').first().hover()
  await page.getByRole('button', { name: 'Add to Checkout' }).click()
  await fillTask({ title: 'Wallet button', status: 'ready' })
  await page.locator('.lane-head').first().hover()
  await page.getByRole('button', { name: 'Add to Checkout' }).click()
  await fillTask({ title: 'Refunds', status: 'ready' })
  await cardNamed('queued', 'Wallet button').waitFor()
  await cardNamed('queued', 'Refunds').waitFor()
  await page.locator('.lane-head').getByText('0/2 done').waitFor()
})

test('an agent launched from a task carries it along, and its end starts the one that waited', async () => {
  const { tab, page, service } = at
  const loads = tab.loads()
  const story = await taskNamed('Wallet button')
  await cardNamed('queued', 'Wallet button').getByRole('link', { name: 'Wallet button' }).click()
  const drawer = page.getByRole('dialog', { name: 'Task Wallet button' })
  await drawer.getByRole('button', { name: 'Launch agent on this' }).click()
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.locator('label', { hasText: 'shell' }).click()
  assert.equal(await dialog.getByRole('textbox', { name: 'Command' }).inputValue(), 'Wallet button')
  assert.equal(await dialog.getByRole('textbox', { name: 'Task' }).inputValue(), story.id)
  await dialog.getByRole('textbox', { name: 'Command' }).fill('sleep 300')
  await dialog.getByRole('textbox', { name: 'tmux session' }).fill('agent-wallet')
  await dialog.getByRole('button', { name: /^Launch/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await cardNamed('active', 'Wallet button').first().waitFor()
  await until('both cards are active', async () => (await cardNamed('active', 'Wallet button').count()) === 2)
  await drawer.getByRole('list').getByText('Wallet button').first().waitFor()
  await page.keyboard.press('Escape')

  const waits = await shell('agent-after', 'sleep 300', { label: 'Announce it', depends_on: [story.id] })
  await cardOf('queued', waits.id).getByText(`waits for “Wallet button”`).waitFor()
  await ingest(service, { tmux_session: 'agent-wallet', event: 'exit' })
  await cardOf('active', waits.id).getByText('started by itself').waitFor()
  await page.locator('.lane-head').getByText('1/2 done').waitFor()
  assert.equal(tab.loads(), loads)
})

test('a card is dragged by mouse to another column, and Esc leaves it where it was', async () => {
  const { page } = at
  const task = await taskNamed('Refunds')
  const card = taskCard('queued', task.id)
  await dragTo(card, 'active', { isDropped: false })
  await page.locator('.drop').getByText('Drop to move: ready → in progress').waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.locator('.is-lifted').waitFor({ state: 'detached' })
  await card.waitFor()
  assert.equal(new URL(page.url()).searchParams.get('task'), null)

  await dragTo(card, 'active', { isDropped: true })
  await taskCard('active', task.id).waitFor()
  await until('it is stored', async () => (await taskNamed('Refunds')).status === 'in_progress')
  assert.equal(new URL(page.url()).searchParams.get('task'), null)
})

test('a drop that the state machine refuses snaps back and says why', async () => {
  const { page } = at
  const idle = await shell('agent-refused', 'true', { label: 'Waits for ever', depends_on: ['none'] })
  const card = cardOf('queued', idle.id)
  await card.waitFor()
  await dragTo(card, 'review', { isDropped: false })
  await page.locator('.drop.is-refused').getByText('a session that is idle cannot go to Review').waitFor()
  await page.mouse.up()
  await page.getByText(/^Not moved:/).waitFor()
  await card.waitFor()
  await page.getByRole('button', { name: 'Close notice' }).first().click()
})

test('dragging a session to Active runs it, as PATCH does', async () => {
  const { home } = at
  const session = await shell('agent-dragged', 'sleep 300', { label: 'Drag me', depends_on: ['none'] })
  await dragTo(cardOf('queued', session.id), 'active', { isDropped: true })
  await cardOf('active', session.id).getByText('Running').waitFor()
  await until('it runs', async () => (await home.terminals()).includes('agent-dragged'))
})

test('a session that vanishes under the pointer is told to be gone, and nothing stays lifted', async () => {
  const { page, service } = at
  const session = await shell('agent-vanishes', 'true', { label: 'Vanish', depends_on: ['none'] })
  const card = cardOf('queued', session.id)
  await dragTo(card, 'active', { isDropped: false })
  await page
    .locator('.drop')
    .getByText(/^Drop to set to work/)
    .waitFor()
  await service.call(`DELETE /api/hooks/sessions/${session.id}`)
  await card.waitFor({ state: 'detached' })
  await page.mouse.up()
  await page.getByText('Not moved: the session is gone.').waitFor()
  await page.locator('.is-lifted').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close notice' }).first().click()
})

test('a task that is deleted under the pointer is told to be gone, and a title of a megabyte is refused in words', async () => {
  const { service, page } = at
  const { json } = await service.call('POST /api/tasks', { json: { title: 'Short life', status: 'ready' } })
  const { id } = json.task as Task
  const card = taskCard('queued', id)
  await card.waitFor()
  await dragTo(card, 'active', { isDropped: false })
  await page.locator('.drop').getByText('Drop to move: ready → in progress').waitFor()
  await service.call(`DELETE /api/tasks/${id}`)
  await card.waitFor({ state: 'detached' })
  await page.mouse.up()
  await page.getByText('Not moved: the task is gone.').waitFor()
  await page.locator('.is-lifted').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Close notice' }).first().click()

  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'New task' })
  const title = dialog.getByRole('textbox', { name: 'Title' })
  await title.fill('x'.repeat(1_000_000))
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await dialog.getByText('must be at most 500 characters').waitFor()
  await title.fill('x'.repeat(1_100_000))
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await dialog.getByText('The body is larger than 1024 KiB.').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const { json: all } = await service.call('GET /api/tasks')
  assert.ok((all.tasks as Task[]).every((task) => !task.title.startsWith('xxx')))
})

test('the drag-and-drop of the browser itself moves a card, and one that becomes blocked is read aloud', async () => {
  const { service, page } = at
  const { json } = await service.call('POST /api/tasks', { json: { title: 'Loose end', status: 'ready' } })
  const { id } = json.task as Task
  const card = taskCard('queued', id)
  await card.waitFor()
  assert.deepEqual(await page.evaluate(`(${dragNatively})(${JSON.stringify(`task:${id}`)}, 'active')`), [true, true])
  await taskCard('active', id).waitFor()
  await until('it is stored', async () => (await taskNamed('Loose end')).status === 'in_progress')
  await service.call(`PATCH /api/tasks/${id}`, { json: { status: 'blocked' } })
  await page.getByRole('status').getByText('Loose end: Blocked').waitFor()
  await service.call(`DELETE /api/tasks/${id}`)
  await taskCard('review', id).waitFor({ state: 'detached' })
})

test('a page whose socket is refused shows tasks and sessions all the same', async () => {
  const { service } = at
  await using other = await at.openTab()
  await other.page.addInitScript({ content: withoutStateSocket })
  await other.page.goto(`${service.url}/board${new URL(await makeLink(service)).hash}`)
  const task = await taskNamed('Refunds')
  await other.page.locator(`article[data-card="task:${task.id}"]`).waitFor()
  await other.page.getByRole('link', { name: 'Drag me' }).waitFor()
})

test('keys alone find a card, move it and undo a bulk change', async () => {
  const { page } = at
  const task = await taskNamed('Refunds')
  await taskCard('active', task.id).getByRole('link', { name: 'Refunds' }).focus()
  await page.keyboard.press('m')
  const menu = page.getByRole('dialog', { name: 'Move to' })
  await menu.getByRole('button', { name: 'Move to Queued' }).waitFor()
  await menu.getByRole('button', { name: 'Move to Queued' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await taskCard('review', task.id).waitFor()
  await until('the focus followed', () =>
    page.evaluate(`document.activeElement.closest('[data-card]')?.dataset.card === 'task:${task.id}'`),
  )
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected cards' })
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('combobox', { name: 'Set priority' }).selectOption('P1')
  await taskCard('review', task.id).getByText('P1').waitFor()
  await undoOf(page, 'Priority P1').click()
  await taskCard('review', task.id).getByText('P3').waitFor()
})

test('a deleted task comes back by Undo, with its panel open it says that it is gone', async () => {
  const { page, service } = at
  const task = await taskNamed('Refunds')
  await taskCard('review', task.id).getByRole('link', { name: 'Refunds' }).click()
  const drawer = page.getByRole('dialog', { name: 'Task Refunds' })
  await drawer.waitFor()
  await service.call(`DELETE /api/tasks/${task.id}`)
  await page.getByText('This task is gone').waitFor()
  await service.call('POST /api/tasks/bulk', { json: { ids: [task.id], restore: true } })
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await taskCard('review', task.id).waitFor({ state: 'detached' })
  await undoOf(page, 'deleted').click()
  await taskCard('review', task.id).waitFor()
})

test('filters hide cards without a request, and stand in the address', async () => {
  const { page } = at
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api')) asked.push(request.url())
  })
  await page.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'Epic' }).click()
  await cardNamed('queued', 'Checkout').waitFor()
  await page.getByRole('link', { name: 'Refunds' }).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).searchParams.get('type'), 'epic')
  await page.getByRole('group', { name: 'Type' }).getByRole('button', { name: 'All' }).click()
  await page.getByRole('group', { name: 'Priority' }).getByRole('button', { name: 'P4' }).click()
  await page.getByText('No card matches the filter').waitFor()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await taskCard('review', (await taskNamed('Refunds')).id).waitFor()
  assert.deepEqual(asked, [])
})

test('a finger scrolls at once and drags after a long press, to a tab', async () => {
  const { service } = at
  await using phone = await at.openTab({ device: 'phone' })
  await signIn(phone, service, '/board?col=review')
  const task = await taskNamed('Refunds')
  const card = phone.page.locator(`[data-column="review"] article[data-card="task:${task.id}"]`)
  await card.scrollIntoViewIfNeeded()
  await dragThere(phone.page)
  const from = await middleOf(card)
  const to = await middleOf(phone.page.getByRole('tab', { name: /Queued/ }))
  const finger = await phone.page.context().newCDPSession(phone.page)
  const touch = (type: string, points: readonly { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] })
  await touch('touchStart', [from])
  await phone.page.locator('.is-lifted').waitFor()
  await touch('touchMove', [{ x: from.x, y: from.y - 40 }])
  await touch('touchMove', [to])
  await touch('touchEnd', [])
  await until('it is queued', async () => (await taskNamed('Refunds')).status === 'ready')
  await card.waitFor({ state: 'detached' })
})

test('a page that was cut off comes back by itself with what it missed', async () => {
  const { tab, page, service } = at
  const loads = tab.loads()
  const task = await taskNamed('Refunds')
  await taskCard('queued', task.id).waitFor()
  await page.context().setOffline(true)
  await page.evaluate(`window.dispatchEvent(new Event('offline'))`)
  await service.call(`PATCH /api/tasks/${task.id}`, { json: { status: 'done' } })
  await page.context().setOffline(false)
  await taskCard('queued', task.id).waitFor({ state: 'detached' })
  await liveDot(page, 'live').waitFor()
  await page.locator('.lane-head').getByText('2/2 done').waitFor()
  assert.equal(tab.loads(), loads)
})

test('no card of a lane lies over another, at any width', async () => {
  const { page } = at
  for (const width of [1440, 1000, 1300]) {
    await page.setViewportSize({ width, height: 900 })
    await until(`cards beside each other at ${width}`, () => page.evaluate(areApart))
  }
})

/** Runs in the page: whether every card ends above the next one of its cell, and its cell below the last. */
const areApart = `[...document.querySelectorAll('.cell')].every((cell) => {
  const boxes = [...cell.querySelectorAll('.card')].map((card) => card.getBoundingClientRect())
  const end = cell.getBoundingClientRect().bottom
  return boxes.every(({ bottom }, place) => bottom <= (boxes[place + 1]?.top ?? end))
})`

/** Runs in the page: a drag without pointer events; answers whether it could be dropped there, and whether it was taken. */
const dragNatively = `(key, column) => {
  const card = document.querySelector('article[data-card="' + key + '"]')
  const lane = card.closest('[data-drop]').dataset.lane
  const cell = document.querySelector('[data-drop="' + column + '"][data-lane="' + lane + '"]')
  const { left, top, width, height } = cell.getBoundingClientRect()
  const dataTransfer = new DataTransfer()
  const at = { clientX: left + width / 2, clientY: top + height / 2 }
  const fire = (type, target) =>
    !target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...at }))
  fire('dragstart', card)
  const answers = [fire('dragover', cell), fire('drop', cell)]
  fire('dragend', card)
  return answers
}`

/** Runs in a page before its scripts: the board's socket is none that the service knows. */
const withoutStateSocket = `window.WebSocket = class extends WebSocket {
  constructor(url, protocols) {
    super(String(url).replace('/ws/state', '/ws/none'), protocols)
  }
}`

function cardNamed(column: string, title: string): Locator {
  const { page } = at
  return page
    .locator(`[data-column="${column}"] article`)
    .filter({ has: page.getByRole('link', { name: title, exact: true }) })
}

function cardOf(column: string, id: string): Locator {
  const { page } = at
  return page.locator(`[data-column="${column}"] article[data-card="${id}"]`)
}

function taskCard(column: string, id: string): Locator {
  return cardOf(column, `task:${id}`)
}

type NewTask = {
  readonly title: string
  readonly type?: string
  readonly status?: string
  readonly project?: string
}

async function fillTask({ title, type, status, project }: NewTask): Promise<void> {
  const { page } = at
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  if (type !== undefined) await dialog.getByRole('combobox', { name: 'Type' }).selectOption(type)
  if (status !== undefined) await dialog.getByRole('combobox', { name: 'Status' }).selectOption(status)
  if (project !== undefined) await dialog.getByRole('combobox', { name: 'Project' }).fill(project)
  await dialog.getByRole('button', { name: /^Create/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function taskNamed(title: string): Promise<Task> {
  const { service } = at
  const { json } = await service.call('GET /api/tasks')
  const task = (json.tasks as Task[]).find((each) => each.title === title)
  if (task === undefined) throw new Error(`no task ${title}`)
  return task
}

async function shell(name: string, prompt: string, more: object): Promise<Session> {
  const { service } = at
  return sessionOf(await launch(service, { agent_type: 'shell', session_name: name, prompt, ...more }))
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** To the cell of that column in the card's own lane. */
async function dragTo(card: Locator, column: string, { isDropped }: { readonly isDropped: boolean }): Promise<void> {
  const { page } = at
  await card.scrollIntoViewIfNeeded()
  const from = await middleOf(card)
  const cell = card.locator('xpath=ancestor::*[@data-drop]')
  const lane = await cell.getAttribute('data-lane')
  const target = await middleOf(page.locator(`[data-drop="${column}"][data-lane="${lane ?? ''}"]`))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y, { steps: 3 })
  await page.mouse.move(target.x, from.y, { steps: 5 })
  if (isDropped) await page.mouse.up()
}
