// Everything a person does to tasks on the board can be taken back: by the notice, by one key, and never over somebody else's change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { Task } from '#rooms/tasks/contract.ts'
import { undoOf } from '../support/browser.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/board' })

at.prepare(async () => {
  await add({ id: 'PAY', title: 'Payments', type: 'epic' })
  await add({ id: 'LED', title: 'Ledger', type: 'epic' })
  await add({ id: 'T-1', title: 'Wallet', status: 'ready', parent: 'PAY' })
  await add({ id: 'T-2', title: 'Refunds', status: 'ready', parent: 'LED' })
  await card('queued', 'T-2').waitFor()
})

test('a drop in another lane says that the parent changes and how to undo it, and the key takes both back', async () => {
  const { page } = at
  await pick('T-1')
  await moveOver('active', 'LED')
  await page.locator('.drop').getByText('Drop to put it under “Ledger”, ready → in progress (z undoes it)').waitFor()
  await page.mouse.up()
  await card('active', 'T-1').waitFor()
  await page.getByText('Moved to In progress, under “Ledger”.').waitFor()
  await page.getByText('“Wallet” was Ready, in “Payments”.').waitFor()
  await until('it is stored', async () => (await read('T-1')).parent === 'LED')
  await page.keyboard.press('z')
  await until('it is back', async () => {
    const { parent, status } = await read('T-1')
    return parent === 'PAY' && status === 'ready'
  })
  await page.getByText('Undone.').waitFor()
  await card('queued', 'T-1').waitFor()
})

test('an undo of what was changed elsewhere meanwhile is refused in words, and changes nothing', async () => {
  const { page, service } = at
  await pick('T-1')
  await moveOver('active', 'PAY')
  await page.mouse.up()
  await until('it is stored', async () => (await read('T-1')).status === 'in_progress')
  await service.call('PATCH /api/tasks/T-1', { json: { status: 'review' } })
  await card('review', 'T-1').waitFor()
  await undoOf(page, 'Moved to In progress').click()
  await page.getByText('Not undone: changed by somebody else meanwhile: the status is “review” by now.').waitFor()
  assert.equal((await read('T-1')).status, 'review')
})

test('the key takes back one after the other, also after the notices are gone, and then says that there is nothing', async () => {
  const { page } = at
  await page.getByRole('link', { name: 'Refunds', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Task Refunds' })
  await panel.getByRole('combobox', { name: 'Priority' }).selectOption('P1')
  await page.getByText('“Refunds” was P3.').waitFor()
  await panel.getByRole('combobox', { name: 'Status' }).selectOption('done')
  await page.getByText('“Refunds” was Ready.').waitFor()
  await page.keyboard.press('Escape')
  const close = page.getByRole('button', { name: 'Close notice' })
  while ((await close.count()) > 0) await close.first().click()
  await card('queued', 'T-2').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await card('queued', 'T-2').waitFor()
  await page.keyboard.press('z')
  await until('both are back', async () => {
    const { status, priority } = await read('T-2')
    return status === 'ready' && priority === 'P3'
  })
  await page.keyboard.press('z')
  await page.getByText('Nothing to undo.').waitFor()
})

async function add(json: Partial<Task>): Promise<void> {
  const { status } = await at.service.call('POST /api/tasks', { json })
  assert.equal(status, 201)
}

async function read(id: string): Promise<Task> {
  const { json } = await at.service.call(`GET /api/tasks/${id}`)
  return json.task as Task
}

function card(column: string, id: string): Locator {
  return at.page.locator(`[data-column="${column}"] article[data-card="task:${id}"]`)
}

async function pick(id: string): Promise<void> {
  const { page } = at
  const box = await page.locator(`article[data-card="task:${id}"]`).boundingBox()
  assert.ok(box !== null)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 20, box.y + box.height / 2, { steps: 3 })
}

async function moveOver(column: string, lane: string): Promise<void> {
  const { page } = at
  const box = await page.locator(`[data-drop="${column}"][data-lane="${lane}"]`).boundingBox()
  assert.ok(box !== null)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
}
