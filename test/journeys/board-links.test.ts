// A person links cards by hand, so that one starts the other: by keys, mouse, finger and the browser's own drags.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import type { Task } from '#rooms/tasks/contract.ts'
import { signIn, undoOf } from '../support/browser.ts'
import { dragThere } from '../support/drag.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey()
let task: Task

at.prepare(async () => {
  task = await makeTask({ title: 'Refunds', status: 'in_progress' })
})

test('a session is linked by keys to the task that starts it, a refused link is taken back, and it is unlinked', async () => {
  const { page } = at
  const session = await shell('agent-linked', 'sleep 300', { label: 'Link me', depends_on: ['none'] })
  const card = cardOf('queued', session.id)
  await openStartAfter(card, 'Link me')
  await page.keyboard.press('Backspace')
  await page.keyboard.insertText(task.id)
  await page.getByRole('button', { name: 'Remove Refunds' }).waitFor()
  await page.keyboard.press('Enter')
  await card.getByText(`waits for “Refunds”`).waitFor()
  await until('it is stored', async () => (await dependsOn(session.id)).join() === task.id)
  await taskCard('active', task.id).getByRole('link', { name: 'Refunds' }).click()
  const drawer = page.getByRole('dialog', { name: 'Task Refunds' })
  await drawer.locator('.chain').getByRole('link', { name: 'Link me' }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await openStartAfter(card, 'Link me')
  await page.keyboard.insertText('x'.repeat(201))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.getByText(/^Not linked:/).waitFor()
  await card.getByText(`waits for “Refunds”`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Close notice' }).first().click()

  await openStartAfter(card, 'Link me')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await card.getByText('not started yet').waitFor()
  await until('nothing is stored', async () => (await dependsOn(session.id)).length === 0)
})

test('a session that rests on a card is linked to it, Undo takes the link away, and Esc makes none', async () => {
  const { page } = at
  const session = await shell('agent-onto', 'sleep 300', { label: 'Drop me', depends_on: ['none'] })
  const card = cardOf('queued', session.id)
  await restOn(card, taskCard('active', task.id))
  await page.locator('.drop.is-link').getByText('Drop to link: starts after “Refunds”').waitFor()
  await page.locator('.is-link-target').filter({ hasText: 'Refunds' }).waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await page.locator('.is-lifted').waitFor({ state: 'detached' })
  await page.locator('.is-link-target').waitFor({ state: 'detached' })
  assert.deepEqual(await dependsOn(session.id), ['none'])

  await restOn(card, taskCard('active', task.id))
  await page.locator('.drop.is-link').getByText('starts after “Refunds”').waitFor()
  await page.mouse.up()
  await card.getByText('waits for none and “Refunds”').waitFor()
  await until('it is stored', async () => (await dependsOn(session.id)).join() === `none,${task.id}`)
  await undoOf(page, '“Drop me” starts after “Refunds”.').click()
  await until('it is undone', async () => (await dependsOn(session.id)).join() === 'none')
  await card.getByText('waits for none', { exact: true }).waitFor()
})

test('a link that cannot be is refused with its reason, and both cards stay what they are', async () => {
  const { page, service } = at
  const first = await makeTask({ title: 'First step', status: 'in_progress' })
  const refunds = task
  const works = await shell('agent-ring', 'true', { label: 'Ring', task_id: first.id, depends_on: [refunds.id] })
  const waits = await shell('agent-back', 'true', { label: 'Back', task_id: refunds.id, depends_on: ['none'] })
  const loose = await shell('agent-loose', 'true', { label: 'Loose', depends_on: ['none'] })
  const rows = [
    [cardOf('queued', waits.id), taskCard('active', refunds.id), 'Not linked: it works on “Refunds” itself'],
    [
      cardOf('queued', waits.id),
      taskCard('active', first.id),
      'Not linked: “First step” waits for it: neither would ever start',
    ],
    [cardOf('queued', works.id), taskCard('active', refunds.id), 'Not linked: it starts after “Refunds” already'],
    [cardOf('queued', waits.id), cardOf('queued', loose.id), 'Not linked: that agent works on no task to wait for'],
  ] as const
  for (const [card, onto, reason] of rows) {
    await restOn(card, onto)
    await page.locator('.drop.is-refused').getByText(reason).waitFor()
    await page.mouse.up()
    await page.locator('.toaster').getByText(`${reason}.`).waitFor()
    await page.getByRole('button', { name: 'Close notice' }).first().click()
    await page.locator('.is-lifted').waitFor({ state: 'detached' })
  }
  assert.deepEqual(await dependsOn(waits.id), ['none'])
  assert.deepEqual(await dependsOn(works.id), [refunds.id])

  // The other way round: a task on a session makes the session wait, and so does a session on the session of a task.
  await restOn(taskCard('active', first.id), cardOf('queued', loose.id))
  await page.locator('.drop.is-link').getByText('Drop to link: “Loose” starts after this').waitFor()
  await page.mouse.up()
  await until('it is stored', async () => (await dependsOn(loose.id)).join() === `none,${first.id}`)
  const { json } = await service.call(`GET /api/tasks/${first.id}`)
  assert.equal((json.task as Task).status, 'in_progress')
  await restOn(cardOf('queued', loose.id), cardOf('queued', waits.id))
  await page.locator('.drop.is-link').getByText('starts after “Refunds”').waitFor()
  await page.mouse.up()
  await until('it is stored', async () => (await dependsOn(loose.id)).at(-1) === refunds.id)
  for (const { id } of [works, waits, loose]) await service.call(`DELETE /api/hooks/sessions/${id}`)
  await service.call(`DELETE /api/tasks/${first.id}`)
  await taskCard('active', first.id).waitFor({ state: 'detached' })
})

test("the browser's own drag-and-drop links a card that it rests on", async () => {
  const { page, service } = at
  const session = await shell('agent-native', 'true', { label: 'Native', depends_on: ['none'] })
  await cardOf('queued', session.id).waitFor()
  const keys = JSON.stringify([session.id, `task:${task.id}`])
  await page.evaluate(`(${restNatively})(...${keys})`)
  await until('it is stored', async () => (await dependsOn(session.id)).join() === `none,${task.id}`)
  await page.locator('.is-link-target').waitFor({ state: 'detached' })
  await service.call(`DELETE /api/hooks/sessions/${session.id}`)
})

test('a finger that rests on a card links it', async () => {
  const { service } = at
  await using phone = await at.openTab({ device: 'phone' })
  const session = await shell('agent-finger', 'true', { label: 'Finger', depends_on: ['none'] })
  await service.call(`PATCH /api/tasks/${task.id}`, { json: { status: 'ready' } })
  await signIn(phone, service, '/board?col=queued')
  const on = (key: string) => phone.page.locator(`[data-column="queued"] article[data-card="${key}"]`)
  await on(session.id).scrollIntoViewIfNeeded()
  await dragThere(phone.page)
  const [from, to] = [await middleOf(on(session.id)), await middleOf(on(`task:${task.id}`))]
  const finger = await phone.page.context().newCDPSession(phone.page)
  const touch = (type: string, points: readonly { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] })
  await touch('touchStart', [from])
  await phone.page.locator('.is-lifted').waitFor()
  await touch('touchMove', [{ x: from.x, y: from.y - 20 }])
  await touch('touchMove', [to])
  await phone.page.locator('.drop.is-link').getByText('starts after “Refunds”').waitFor()
  await touch('touchEnd', [])
  await until('it is stored', async () => (await dependsOn(session.id)).join() === `none,${task.id}`)
  await service.call(`DELETE /api/hooks/sessions/${session.id}`)
})

/** Runs in the page: a drag without pointer events that rests on another card until it lights up. */
const restNatively = `async (key, onto) => {
  const [card, target] = [key, onto].map((each) => document.querySelector('article[data-card="' + each + '"]'))
  const { left, top, width, height } = target.getBoundingClientRect()
  const dataTransfer = new DataTransfer()
  const at = { clientX: left + width / 2, clientY: top + height / 2 }
  const fire = (type, element) =>
    element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...at }))
  fire('dragstart', card)
  while (document.querySelector('.is-link-target') === null) {
    fire('dragover', target)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  fire('drop', target)
  fire('dragend', card)
}`

async function openStartAfter(card: Locator, title: string): Promise<void> {
  const { page } = at
  await card.getByRole('link', { name: title }).focus()
  await page.keyboard.press('m')
  const item = page.getByRole('dialog', { name: 'Move to' }).getByRole('button', { name: 'Start after…' })
  await item.focus()
  await page.keyboard.press('Enter')
  const field = page
    .getByRole('dialog', { name: `Start after: ${title}` })
    .getByRole('combobox', { name: 'Starts after' })
  await field.and(page.locator(':focus')).waitFor()
}

async function dependsOn(id: string): Promise<readonly string[]> {
  const { service } = at
  const { json } = await service.call(`GET /api/hooks/sessions/${id}`)
  return (json.session as Session).depends_on
}

function cardOf(column: string, id: string): Locator {
  const { page } = at
  return page.locator(`[data-column="${column}"] article[data-card="${id}"]`)
}

function taskCard(column: string, id: string): Locator {
  return cardOf(column, `task:${id}`)
}

async function makeTask(fields: object): Promise<Task> {
  const { service } = at
  return (await service.call('POST /api/tasks', { json: fields })).json.task as Task
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

/** Both cards have to be in sight. */
async function restOn(card: Locator, onto: Locator): Promise<void> {
  const { page } = at
  await onto.scrollIntoViewIfNeeded()
  await card.scrollIntoViewIfNeeded()
  const [from, to] = [await middleOf(card), await middleOf(onto)]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 5 })
}
