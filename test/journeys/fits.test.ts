// What a hand meets: targets that a finger hits, nothing that covers or moves what it was about to touch.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { cardIn, cardOf, signIn } from '../support/browser.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'

const at = journey({ device: null })
let asking: Session

at.prepare(async () => {
  const { service } = at
  asking = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'sleep 300 # short', label: 'Ask', task_id: 'T-1' }),
  )
  await ingest(service, { session_id: asking.id, event: 'to_review', metadata: 'May I?' })
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('not drawn')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Least side of what a finger has to hit, in pixels. */
const touchPx = 44

test('a finger hits the brand, a prompt and a card’s menu, which stands apart from why?, and the filter is readable', async () => {
  const { service } = at
  await using tab = await at.openTab({ device: 'phone' })
  await signIn(tab, service, '/board?col=review')
  const { page } = tab
  const item = page.locator('.card-item').filter({ has: cardOf(page, asking.id) })
  for (const target of [page.locator('.topbar .brand'), item.locator('summary'), item.locator('.card-more')]) {
    const { width, height } = await boxOf(target)
    assert.ok(width >= touchPx && height >= touchPx, `${String(target)}: ${width} × ${height}`)
  }
  const [why, menu] = [await boxOf(item.locator('.why')), await boxOf(item.locator('.card-more'))]
  assert.ok(why.bottom <= menu.y, `why? ends at ${why.bottom}, the menu begins at ${menu.y}`)
  assert.equal(await page.getByRole('textbox', { name: 'Filter' }).getAttribute('placeholder'), 'Filter')
})

for (const device of ['desk', 'phone'] as const) {
  test(`a card that waits shows when something last happened, and all it offers (${device})`, async () => {
    const { service } = at
    await using tab = await at.openTab({ device })
    await signIn(tab, service, '/board?col=review')
    const card = cardOf(tab.page, asking.id)
    const time = card.locator('.foot time')
    await time.waitFor()
    assert.equal(await time.getAttribute('datetime'), (await card.locator('.now time').getAttribute('datetime')) ?? '')
    await card.hover()
    assert.equal(await time.isVisible(), true)
    const { right } = await boxOf(card)
    const more = device === 'desk' ? ['Other ways to attach'] : []
    for (const name of ['Resume', 'Stop', 'Attach', ...more]) {
      const box = await boxOf(card.locator('.acts').getByLabel(`${name} Ask`, { exact: true }))
      assert.ok(box.right <= right, `${name} ends at ${box.right}, the card at ${right}`)
    }
  })
}

test('a notice on a phone covers neither the filter nor the tabs', async () => {
  const { service } = at
  await using tab = await at.openTab({ device: 'phone' })
  await signIn(tab, service, '/board?col=review')
  const { page } = tab
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'exit 1', label: 'Goes' }))
  await cardOf(page, id).getByRole('button', { name: 'Dismiss' }).tap()
  const notice = page.locator('.toaster')
  await notice.getByRole('button', { name: 'Undo' }).first().waitFor()
  const [filters, told, tabs] = [
    await boxOf(page.locator('.filters')),
    await boxOf(notice),
    await boxOf(page.locator('.tabbar')),
  ]
  assert.ok(filters.bottom <= told.y, `the filter ends at ${filters.bottom}, the notice begins at ${told.y}`)
  assert.ok(told.bottom <= tabs.y, `the notice ends at ${told.bottom}, the tabs begin at ${tabs.y}`)
})

test('a panel that an address opens rings nothing, and the attach panel is as high before its command came', async () => {
  const { service } = at
  await using tab = await at.openTab()
  await signIn(tab, service, `/board?session=${asking.id}`)
  const { page } = tab
  const panel = page.getByRole('dialog', { name: 'Session Ask' })
  await panel.getByText('May I?').first().waitFor()
  assert.equal(await page.evaluate("document.activeElement.closest('button, a') === null"), true)
  assert.equal(await page.evaluate("document.activeElement.closest('.drawer') !== null"), true)
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), 'Copy session id')
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })

  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/version', async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  await cardOf(page, asking.id)
    .getByRole('button', { name: /^Other ways to attach/ })
    .click()
  const attach = page.getByRole('dialog', { name: /^Attach/ })
  await asked.promise
  await attach.getByText('Or with tmux alone:').waitFor()
  const { height: before } = await boxOf(attach)
  answered.resolve()
  await attach.getByText(/^tmux -L .* attach/).waitFor()
  assert.equal((await boxOf(attach)).height, before)
})

test('a wide window shows as many of those who wait as fit, and a narrow one says how many more there are', async () => {
  const { service } = at
  const waiting = await Promise.all(
    Array.from({ length: 5 }, async (_, nth) => {
      const given = { agent_type: 'shell', prompt: 'sleep 300', label: `Waits ${nth}` }
      const { id } = sessionOf(await launch(service, given))
      await ingest(service, { session_id: id, event: 'to_review', metadata: 'And now?' })
      return id
    }),
  )
  await using tab = await at.openTab({ viewport: { width: 2560, height: 1000 } })
  await signIn(tab, service)
  const { page } = tab
  const strip = page.getByRole('region', { name: 'Needs you' })
  const items = strip.getByRole('listitem')
  await strip
    .getByText(`${waiting.length + 1} `)
    .or(strip.getByText('need you'))
    .first()
    .waitFor()
  await items.nth(waiting.length).waitFor()
  assert.equal(await strip.getByText(/^\d+ more/).count(), 0)
  await page.setViewportSize({ width: 1024, height: 800 })
  await strip.getByText(/^\d+ more/).waitFor()
  assert.ok((await items.count()) < waiting.length)
})

test('of two notices that can be undone only the newest claims the key', async () => {
  const { service } = at
  await using tab = await at.openTab()
  await signIn(tab, service)
  const { page } = tab
  for (const label of ['Goes first', 'Goes second']) {
    const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'exit 1', label }))
    // It flies to the column where it ends: from there on it stays under the pointer.
    await cardIn(page, 'review', id).hover()
    await cardIn(page, 'review', id).getByRole('button', { name: 'Dismiss' }).click()
  }
  const undo = page.locator('.toaster').getByRole('button', { name: 'Undo' })
  await undo.nth(1).waitFor()
  assert.deepEqual(await undo.locator('.kbd').count(), 1)
  assert.equal(await undo.nth(1).locator('.kbd').count(), 1)
})

test('a numbered list in a description shows its numbers', async () => {
  const { service } = at
  const description = '1. measure\n2. mend\n3. measure again'
  const { status } = await service.call('POST /api/tasks', { json: { id: 'T-9', title: 'In steps', description } })
  assert.equal(status, 201)
  await using tab = await at.openTab()
  await signIn(tab, service, '/board?task=T-9')
  const item = tab.page.locator('.markdown ol > li').first()
  await item.waitFor()
  assert.equal(
    await tab.page.evaluate(`getComputedStyle(document.querySelector('.markdown ol > li')).listStyleType`),
    'decimal',
  )
})
