// The same lanes under a thumb: sheets from below, a long press that drags, and nothing that a finger could miss.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { dragThere } from '../support/drag.ts'
import { startTriageModel, type TriageModel } from '../support/fake-triage-model.ts'
import { journey } from '../support/journey.ts'
import { fillTasks, runTriage } from '../support/triage-tasks.ts'

let model: TriageModel
const at = journey({
  device: 'phone',
  path: '/triage',
  env: async (_home, keep) => {
    model = keep(await startTriageModel())
    return { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name }
  },
})

at.prepare(async () => {
  await fillTasks(at.service, model)
  assert.equal((await runTriage(at.service)).status, 'success')
  await at.page.reload()
})

test('the tab bar leads to the lanes, and a button to the briefs below them', async () => {
  const { page } = at
  await page.getByRole('link', { name: 'Board' }).last().tap()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Triage' }).tap()
  await page.getByRole('button', { name: 'Write a brief' }).tap()
  const field = page.getByRole('textbox', { name: 'New brief' })
  await field.and(page.locator(':focus')).waitFor()
  await field.fill('The release moved to Friday.')
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await page.getByText('1 for the next run').waitFor()
})

test('what another app shares stands in the field for a brief, once, behind what was written, and is sent by nobody but me', async () => {
  const { page, service } = at
  const { share_target: target } = (await service.call('GET /manifest.webmanifest')).json as {
    share_target: { action: string; method: string; params: { title: string; text: string; url: string } }
  }
  assert.equal(target.method, 'GET')
  const field = page.getByRole('textbox', { name: 'New brief' })
  await field.fill('Half a thought')
  const shared = {
    [target.params.title]: 'Refunds return 502',
    [target.params.text]: 'See https://example.com/502',
    [target.params.url]: 'https://example.com/502',
  }
  await page.goto(`${service.url}${target.action}?${new URLSearchParams(shared)}`)
  await field.and(page.locator(':focus')).waitFor()
  const whole = 'Half a thought\n\nRefunds return 502\nSee https://example.com/502'
  assert.equal(await field.inputValue(), whole)
  assert.equal(new URL(page.url()).search, '')
  await page.reload()
  await field.waitFor()
  assert.equal(await field.inputValue(), whole)
  const { briefs } = (await service.call('GET /api/briefs', { token: service.token })).json as {
    briefs: { body: string }[]
  }
  assert.ok(!briefs.some(({ body }) => body.includes('502')))
  await field.fill('')
})

test('a part is corrected in a sheet from below', async () => {
  const { page } = at
  await row('T-4')
    .getByRole('button', { name: /^Impact/ })
    .tap()
  const sheet = page.getByRole('dialog', { name: 'Override impact of Task 4' })
  await sheet.getByRole('button', { name: '2', exact: true }).tap()
  await sheet.getByText(/^Score becomes 32\.0: NEXT/).waitFor()
  await sheet.getByRole('button', { name: 'Override', exact: true }).tap()
  await row('T-4')
    .getByRole('button', { name: /^Impact 2 at the next run/ })
    .waitFor()
})

test('a long press drags a task into another lane, which asks for the reason', async () => {
  const { page } = at
  await row('T-3').scrollIntoViewIfNeeded()
  await dragThere(page)
  const from = await middleOf(row('T-4').locator('.title'))
  const to = await middleOf(row('T-3').locator('.title'))
  const finger = await page.context().newCDPSession(page)
  const touch = (type: string, points: readonly { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type: type as 'touchStart', touchPoints: [...points] })
  await touch('touchStart', [from])
  await page.locator('.is-lifted').waitFor()
  await touch('touchMove', [{ x: from.x, y: from.y - 20 }])
  await touch('touchMove', [to])
  await page.locator('.drop').getByText('Drop to put it in NOW at the next run').waitFor()
  await touch('touchEnd', [])
  const sheet = page.getByRole('dialog', { name: 'Move Task 4' })
  await sheet.getByRole('textbox', { name: 'Why?' }).fill('A customer waits.')
  await sheet.getByRole('button', { name: 'Move', exact: true }).tap()
  await row('T-4').getByText('NOW at the next run').waitFor()
})

test('the menu of a task locks it', async () => {
  const { page } = at
  await row('T-6').getByRole('button', { name: 'Move to…' }).tap()
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('button', { name: 'Lock in NEXT…' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Lock Task 6' })
  await sheet.getByRole('button', { name: 'Lock', exact: true }).tap()
  await row('T-6').getByText('Locked by you').waitFor()
})

test('whatever a finger presses is at least 44 pixels high, with what belongs to it', async () => {
  const { page, service } = at
  assert.deepEqual(await page.evaluate(tooSmall), [])
  await page.goto(`${service.url}/triage?why=T-1`)
  await page.getByRole('dialog', { name: 'Why here: Task 1' }).getByRole('table').waitFor()
  assert.deepEqual(await page.evaluate(tooSmall), [])
})

/** Runs in the page: buttons and fields that are lower than a finger needs. What `::after` adds to a button belongs to it. */
const tooSmall = `[...document.querySelectorAll('main :is(a, button, select, input, textarea, summary), .drawer :is(button, summary)')]
  .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
  .map((element) => {
    const { height } = element.getBoundingClientRect()
    const more = getComputedStyle(element, '::after')
    const field = element.closest('.field')?.getBoundingClientRect().height ?? 0
    const reach = more.content === 'none' ? 0 : -parseFloat(more.top) - parseFloat(more.bottom)
    return { text: element.getAttribute('aria-label') ?? element.textContent, height: Math.max(field, height + (reach || 0)) }
  })
  .filter(({ height }) => height < 44)
  .map(({ text, height }) => text + ' ' + height)`

function row(id: string): Locator {
  const { page } = at
  return page.locator(`.ranked [data-key="${id}"]`)
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not to be seen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
