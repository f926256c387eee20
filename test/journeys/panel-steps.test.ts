// Panels: Back goes back from a child to what is above it, and an open panel follows the focus from card to card.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/board' })

at.prepare(async () => {
  await at.service.call('POST /api/tasks', { json: { id: 'PAY', title: 'Payments', type: 'epic' } })
  for (const id of ['T-1', 'T-2']) {
    await at.service.call('POST /api/tasks', { json: { id, title: `Task ${id}`, parent: 'PAY' } })
    // Blocked by somebody here, and so on the list that `n` goes through; a task that came blocked calls nobody.
    await at.service.call(`PATCH /api/tasks/${id}`, { json: { status: 'blocked' } })
  }
  await at.page.locator('article[data-card="task:T-2"]').waitFor()
})

test('Back from a child shows what is above it, and closing leaves nothing to go back to', async () => {
  const { page } = at
  await page.locator('.lane-head').first().hover()
  await page.getByRole('button', { name: 'Open Payments' }).click()
  const above = page.getByRole('dialog', { name: 'Task Payments' })
  await above.getByRole('link', { name: 'Task T-1' }).click()
  await page.getByRole('dialog', { name: 'Task Task T-1' }).waitFor()
  await page.goBack()
  await above.waitFor()
  await above.getByRole('link', { name: 'Task T-2' }).click()
  await page.getByRole('dialog', { name: 'Task Task T-2' }).waitFor()
  await page.getByRole('button', { name: 'Close panel' }).click()
  await page.locator('.drawer').waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
})

test('a panel of an address that was opened further closes as a whole', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/board?task=PAY`)
  await page.getByRole('dialog', { name: 'Task Payments' }).getByRole('link', { name: 'Task T-1' }).click()
  await page.getByRole('dialog', { name: 'Task Task T-1' }).waitFor()
  await page.getByRole('button', { name: 'Close panel' }).click()
  await page.locator('.drawer').waitFor({ state: 'detached' })
  await until('the address is plain', () => new URL(page.url()).search === '')
})

test('the open panel follows n and j from card to card', async () => {
  const { page } = at
  await page.locator('article[data-card="task:T-1"] .title > a').click()
  await page.getByRole('dialog', { name: 'Task Task T-1' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog', { name: 'Task Task T-2' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('dialog', { name: 'Task Task T-1' }).waitFor()
  await page.goBack()
  await page.locator('.drawer').waitFor({ state: 'detached' })
})

test('what is done stands at the foot of Review, and is opened again from there', async () => {
  const { page, service } = at
  const card = page.locator('article[data-card="task:T-1"]')
  await card.locator('.title > a').focus()
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('button', { name: 'Done' }).click()
  await card.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Show done 1 in 7 days' }).click()
  const list = page.getByRole('region', { name: 'Done tasks' })
  await list.getByRole('link', { name: 'Task T-1' }).waitFor()
  await list.getByRole('button', { name: 'Open again: Task T-1' }).click()
  await card.waitFor()
  const { json } = await service.call('GET /api/tasks/T-1')
  assert.equal((json.task as { readonly status: unknown }).status, 'review')
})
