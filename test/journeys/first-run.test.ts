// A fresh home: the first steps, each with its button and its command, tick themselves off as they are done.
import assert from 'node:assert/strict'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'

const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
const still = { bypassCSP: true, reducedMotion: 'reduce' } as const
const at = journey({ device: null })
const step = (page: Page, id: string) => page.locator(`[data-step="${id}"]`)
const isDone = (page: Page, id: string) => page.locator(`[data-step="${id}"].is-done`)

for (const device of ['desk', 'phone'] as const) {
  test(`fresh, on a ${device}: three steps, how the machine is, and no barrier`, async () => {
    await using tab = await at.openTab({ device, ...still })
    const { page } = tab
    await signIn(tab, at.service, '/')
    await page.getByRole('heading', { name: /^Nothing runs yet\./ }).waitFor()
    for (const id of ['launch', 'hooks', 'tasks']) await step(page, id).locator('.command').waitFor()
    await page.locator('.look-around').getByText('orrery demo').waitFor()
    await page.locator('.looks li').first().waitFor()
    assert.deepEqual(await findBarriers(page), [])
    const wide = await page.evaluate(isWide)
    assert.equal(wide, false)
  })
}

test('pictures, where somebody wants to look', async () => {
  await takePictures(at, 'first-run', { fresh: '/' })
})

test('each step ticks itself off, whether its button or its command did it; then they are put away and brought back', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  await step(page, 'hooks').getByRole('button', { name: 'Install hooks' }).click()
  await isDone(page, 'hooks').waitFor()
  await access(join(at.home.userHome, '.claude/settings.json'))
  await page.getByRole('heading', { name: 'Nothing runs yet. Two steps are left, in any order.' }).waitFor()

  const { code, err } = await orrery(at.home, ['launch', 'shell', 'echo hello; sleep 600'])
  assert.equal(code, 0, err)
  await isDone(page, 'launch').waitFor()
  await page.getByRole('heading', { name: 'Your first agent works. It needs nothing from you.' }).waitFor()

  const added = await orrery(at.home, ['task', 'add', 'Mend the flaky login test'])
  assert.equal(added.code, 0, added.err)
  await page.getByRole('heading', { name: 'First steps, done' }).waitFor()
  await page.getByText('3 of 3').waitFor()

  await page.getByRole('button', { name: 'Hide these' }).click()
  await page.getByRole('heading', { name: /First steps/ }).waitFor({ state: 'detached' })
})

test('the machine is a line then, which opens, and is looked at again when asked', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  const line = page.locator('details.machine-line')
  await line.locator('summary').click()
  await line.locator('.looks li', { hasText: 'disk' }).waitFor()
  await page.getByRole('button', { name: 'Look again' }).click()
  await page.getByText(/^looked now$/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})
