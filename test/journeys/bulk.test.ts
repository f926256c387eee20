// Many cards at once, sessions and tasks together: picked by key, range, column and thumb, acted on once, told once, undone once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import type { Task } from '#rooms/tasks/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { dragThere } from '../support/drag.ts'
import { launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/board', tab: { reducedMotion: 'reduce' } })
const sessions: Session[] = []

at.prepare(async () => {
  for (const id of ['T-1', 'T-2', 'T-3']) {
    await at.service.call('POST /api/tasks', { json: { id, title: `Task ${id}`, status: 'in_progress' } })
  }
  for (const name of ['agent-one', 'agent-two']) {
    const answer = await launch(at.service, { agent_type: 'shell', session_name: name, prompt: 'sleep 300' })
    sessions.push(sessionOf(answer))
  }
  await taskCard(at.page, 'active', 'T-3').waitFor()
  for (const { id } of sessions) await cardOf(at.page, 'active', id).waitFor()
})

test('the menu acts on all that are selected, of both kinds, and one undo takes it back', async () => {
  const { page } = at
  await focus(taskCard(page, 'active', 'T-1'))
  await page.keyboard.press('x')
  await focus(taskCard(page, 'active', 'T-2'))
  await page.keyboard.press('x')
  await bar(page).getByText('2 selected').waitFor()
  await page.keyboard.press('m')
  await page.getByRole('dialog', { name: 'Move to' }).getByText('2 cards').waitFor()
  await page.getByRole('dialog', { name: 'Move to' }).getByRole('button', { name: 'Done' }).click()
  await page.getByText('2 moved to done.').waitFor()
  await until('both are done', async () => (await statusOf('T-1')) === 'done' && (await statusOf('T-2')) === 'done')
  await page.keyboard.press('z')
  await until('both are back', async () =>
    (await Promise.all([statusOf('T-1'), statusOf('T-2')])).every((status) => status === 'in_progress'),
  )
  await taskCard(page, 'active', 'T-1').waitFor()
})

test('one key closes all that are selected, and is undone as one', async () => {
  const { page } = at
  for (const id of ['T-1', 'T-2']) {
    await focus(taskCard(page, 'active', id))
    await page.keyboard.press('x')
  }
  await page.keyboard.press('d')
  await taskCard(page, 'active', 'T-1').waitFor({ state: 'detached' })
  await taskCard(page, 'active', 'T-2').waitFor({ state: 'detached' })
  await bar(page).waitFor({ state: 'detached' })
  await until('both are done', async () => (await statusOf('T-1')) === 'done' && (await statusOf('T-2')) === 'done')
  await page.getByText('2 moved to done.').last().waitFor()
  await page.keyboard.press('z')
  await taskCard(page, 'active', 'T-2').waitFor()
})

test('a column is selected by one key, the bar counts what fits, and axe finds no barrier', async () => {
  const { page } = at
  await focus(taskCard(page, 'active', 'T-1'))
  await page.keyboard.press('Control+a')
  await bar(page).getByText('2 sessions, 3 tasks').or(bar(page).getByText('3 tasks, 2 sessions')).waitFor()
  await bar(page).getByRole('button', { name: 'Stop 2' }).waitFor()
  await bar(page).getByRole('button', { name: 'Done 3' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
})

test('a range by shift and click takes in both kinds, and what was refused is told beside what was done', async () => {
  const { page } = at
  const [refused] = sessions
  await page.route('**/api/agents/stop', async (route) => {
    const { session_id: id } = route.request().postDataJSON() as { session_id: string }
    if (id !== refused?.id) return route.continue()
    const json = { ok: false, error: 'tmux_unavailable', reason: 'tmux does not answer.' }
    await route.fulfill({ status: 503, json })
  })
  const cards = page.locator('[data-column="active"] article')
  await focus(cards.first())
  await page.keyboard.press('x')
  await cards.last().click({ modifiers: ['Shift'] })
  await bar(page).getByText('5 selected').waitFor()
  await bar(page).getByRole('button', { name: 'Stop 2' }).click()
  const question = page.getByRole('dialog', { name: 'Stop 2 sessions?' })
  await question.getByRole('button', { name: 'Stop 2' }).click()
  await page.getByText('1 stopped, 1 not: tmux does not answer.').waitFor()
  await page.unroute('**/api/agents/stop')
  await until('the other one is stopped', async () => {
    const states = (await listSessions(at.service)).map(({ state }) => state)
    return states.toSorted().join() === 'failed,running'
  })
})

test('on a phone a long press selects, taps add, and one undo takes the deletion back', async () => {
  await using phone = await at.openTab({ device: 'phone', reducedMotion: 'reduce' })
  await signIn(phone, at.service, '/board?col=active')
  const { page } = phone
  const card = taskCard(page, 'active', 'T-1')
  await card.waitFor()
  await dragThere(page)
  const box = await card.boundingBox()
  assert.ok(box !== null)
  const finger = await page.context().newCDPSession(page)
  const point = { x: box.x + box.width / 2, y: box.y + 16 }
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await page.locator('.is-lifted').waitFor()
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await bar(page).getByText('1 selected').waitFor()
  await taskCard(page, 'active', 'T-2').tap()
  await bar(page).getByText('2 selected').waitFor()
  assert.equal(new URL(page.url()).searchParams.get('task'), null)
  assert.deepEqual(await findBarriers(page), [])
  await bar(page).getByRole('button', { name: 'Delete 2' }).tap()
  await page.getByText('2 deleted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await taskCard(page, 'active', 'T-1').waitFor()
  await taskCard(page, 'active', 'T-2').waitFor()
})

async function statusOf(id: string): Promise<string> {
  const { json } = await at.service.call(`GET /api/tasks/${id}`)
  return (json.task as Task).status
}

function bar(page: Page): Locator {
  return page.getByRole('toolbar', { name: 'Selected cards' })
}

async function focus(card: Locator): Promise<void> {
  await card.locator('.title > a').focus()
}

function cardOf(page: Page, column: string, id: string): Locator {
  return page.locator(`[data-column="${column}"] article[data-card="${id}"]`)
}

function taskCard(page: Page, column: string, id: string): Locator {
  return cardOf(page, column, `task:${id}`)
}
