// Home says what matters now in one screen, in the words and the order of the command line, and keeps still under the pointer.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { HomeAnswer } from '#rooms/home/contract.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/', tab: { bypassCSP: true, reducedMotion: 'reduce' } })
const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
const still = { bypassCSP: true, reducedMotion: 'reduce' } as const
const nightly = `import { defineStrand } from 'orrery/strand'

export default defineStrand({ id: 'nightly', description: 'Counts the words.', steps: [{ id: 'count', run: () => 412 }] })
`
let asking: Session
let broken: Session

at.prepare(async () => {
  const { service } = at
  const start = async (label: string, prompt: string) =>
    sessionOf(await launch(service, { agent_type: 'shell', prompt, label }))
  await start('Count the words', 'echo 412 words')
  await start('Serve the shop', 'echo serves on :5173; sleep 600')
  broken = await start('Rebuild the index', 'sleep 600')
  asking = await start('Incident review', 'sleep 600')
  await ingest(service, { session_id: broken.id, event: 'exit_error', metadata: 'no space left' })
  await ingest(service, { session_id: asking.id, event: 'to_review', metadata: 'Name roles, or leave them out?' })
  const strands = join(at.home.home, 'workflows')
  await mkdir(strands, { recursive: true })
  await writeFile(join(strands, 'nightly.ts'), nightly)
  const { token } = service
  assert.equal((await service.call('POST /api/flow/reload', { token })).status, 200)
  const run = await service.call('POST /api/flow/strands/nightly/run', { json: {}, token })
  assert.equal(run.status, 202)
  await until('all of it is told', async () => {
    const told = new Set((await home()).blocks.map(({ id }) => id))
    return ['needs', 'ran', 'next', 'finished', 'running'].every((id) => told.has(id))
  })
})

const home = async (): Promise<HomeAnswer> => (await at.service.call('GET /api/home')).json as HomeAnswer
const heads = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('.home h2').allTextContents()).map((text) => text.trim())
const needRow = (page: Page, name: string) => page.locator('.inbox-rows .item', { hasText: name })
const section = (page: Page, title: string) =>
  page.locator('.home section', { has: page.locator('h2', { hasText: title }) })

/** The page as it is once the answer is there. */
async function isTold(page: Page): Promise<void> {
  await section(page, 'Runs next').locator('li').first().waitFor()
  await section(page, 'Finished').getByText('412 words').waitFor()
}

for (const device of ['desk', 'phone'] as const) {
  test(`on a ${device}: everything without a barrier, and no sideways scroll`, async () => {
    await using tab = await at.openTab({ device, ...still })
    const { page } = tab
    await signIn(tab, at.service, '/')
    await isTold(page)
    await page.getByRole('heading', { name: 'One needs you, one to see. One runs.' }).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    const wide = await page.evaluate(isWide)
    assert.equal(wide, false)
  })
}

test('at 1440 by 900 all of it is one screen', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  await page.setViewportSize({ width: 1440, height: 900 })
  await isTold(page)
  await until('nothing is scrolled to', () =>
    page.locator('.home').evaluate((element) => element.scrollHeight <= element.clientHeight),
  )
})

test('how long each waits stands in one column, whatever can be done beside it', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  await isTold(page)
  for (const width of [1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const times = await page
      .locator('.inbox-rows time')
      .evaluateAll((all) => all.map((time) => time.getBoundingClientRect().right))
    assert.ok(times.length > 1)
    assert.equal(new Set(times).size, 1, `${width}: ${times.join(', ')}`)
  }
})

test('the phone has one column in the order of the answer, who needs somebody first', async () => {
  await using tab = await at.openTab({ device: 'phone', ...still })
  const { page } = tab
  await signIn(tab, at.service, '/')
  await isTold(page)
  const { blocks } = await home()
  const titles = blocks.map(({ title }) => title)
  const shown = (await heads(page)).map((head) => titles.find((title) => head.startsWith(title)))
  assert.deepEqual(
    shown.filter((title) => title !== undefined),
    titles,
  )
  assert.equal(titles[0], 'Need you')
})

test('the terminal prints the same blocks in the same order, with the same words', async () => {
  const { out, code } = await orrery(at.home, ['home'])
  assert.equal(code, 0)
  const { blocks, call, rest } = await home()
  assert.ok(out.startsWith(`${call} ${rest}\n`))
  let from = 0
  for (const { title, rows } of blocks) {
    from = out.indexOf(`\n${title}`, from)
    assert.ok(from > 0, `${title} stands in its place`)
    assert.ok(out.includes(rows[0]?.title ?? '', from))
  }
})

test('who waits is answered and what failed is started again from Home, and rows lead where they say', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  await isTold(page)
  await section(page, 'Ran').getByRole('link').first().click()
  await page.waitForURL(/\/strands\/nightly\/runs\//)
  await page.goBack()
  await section(page, 'Finished').getByRole('link', { name: 'Count the words' }).click()
  await page.waitForURL(/session=/)
  await page.goBack()
  await needRow(page, 'Rebuild the index').getByRole('button', { name: 'Restart' }).click()
  await needRow(page, 'Rebuild the index').waitFor({ state: 'detached' })
  await section(page, 'Running').getByText('Rebuild the index').waitFor()
  await ingest(at.service, { session_id: broken.id, event: 'exit_error', metadata: 'no space left' })
  await needRow(page, 'Rebuild the index').waitFor()
})

test('nothing moves under the pointer of who is about to press; the news are there once it is elsewhere', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  await isTold(page)
  const button = needRow(page, 'Incident review').getByRole('button', { name: 'Stop' })
  await button.hover()
  const before = await button.boundingBox()
  const later = sessionOf(await launch(at.service, { agent_type: 'shell', prompt: 'sleep 600', label: 'Asks too' }))
  await ingest(at.service, { session_id: later.id, event: 'to_review', metadata: 'Which of the two?' })
  await page.getByText('News waits while you point').waitFor()
  assert.deepEqual(await button.boundingBox(), before)
  assert.equal(await needRow(page, 'Asks too').count(), 0)
  await page.mouse.move(5, 400)
  await needRow(page, 'Asks too').waitFor()
  await page.getByText('News waits while you point').waitFor({ state: 'detached' })
  await at.service.call(`DELETE /api/hooks/sessions/${later.id}?kill=true`, { token: at.service.token })
  await needRow(page, 'Asks too').waitFor({ state: 'detached' })
})

test('a reload finds the row open that was open, and the same visit', async () => {
  await using tab = await at.openTab({ device: 'phone', ...still })
  const { page } = tab
  await signIn(tab, at.service, '/')
  await isTold(page)
  await page.locator('.line', { hasText: 'Incident review' }).click()
  await page
    .getByPlaceholder(/Reply|Answer|say/i)
    .or(page.locator('.opened'))
    .first()
    .waitFor()
  const visit = await page.evaluate(() => localStorage.getItem('home-visit')?.split(' ')[1])
  await page.locator('.home').evaluate((element) => element.scrollTo({ top: 200 }))
  await until('the place is kept', () => page.evaluate(() => sessionStorage.getItem('home-scroll') === '200'))
  await page.reload()
  await isTold(page)
  await page.locator('.item.open', { hasText: 'Incident review' }).waitFor()
  await until('it is scrolled as it was', () =>
    page.locator('.home').evaluate((element) => Math.abs(element.scrollTop - 200) < 2),
  )
  assert.equal(await page.evaluate(() => localStorage.getItem('home-visit')?.split(' ')[1]), visit)
})

test('after a night it tells since the last visit, and says so', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/board')
  await page.evaluate(() => localStorage.setItem('home-visit', `${Date.now() - 14 * 3_600_000} -`))
  await page.goto(`${at.service.url}/`)
  await section(page, 'Finished').getByText('since your last visit, 14 h ago').waitFor()
})

test('pictures, where somebody wants to look', async () => {
  await takePictures(at, 'home', { home: '/' })
})

test('while the service does not answer, Home stays and says as of when it is', async () => {
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  await isTold(page)
  await at.service.kill()
  await page.getByText(/^Shown as of /).waitFor()
  await section(page, 'Finished').getByText('412 words').waitFor()
  await at.startAgain()
  await page.getByText(/^Shown as of /).waitFor({ state: 'detached' })
  await isTold(page)
})

test('with much of everything it is one screen still, and each block says how much more there is', async () => {
  const start = (label: string, prompt: string) => launch(at.service, { agent_type: 'shell', prompt, label })
  for (let nth = 0; nth < 6; nth += 1) {
    await start(`Ends ${nth}`, `echo ${nth}`)
    await start(`Runs ${nth}`, 'sleep 600')
    const fails = sessionOf(await start(`Fails ${nth}`, 'sleep 600'))
    await ingest(at.service, { session_id: fails.id, event: 'exit_error', metadata: `why ${nth}` })
  }
  await using tab = await at.openTab(still)
  const { page } = tab
  await signIn(tab, at.service, '/')
  await page.setViewportSize({ width: 1440, height: 900 })
  await section(page, 'Finished')
    .getByRole('link', { name: /\d+ more/ })
    .waitFor()
  await until('nothing is scrolled to', () =>
    page.locator('.home').evaluate((element) => element.scrollHeight <= element.clientHeight),
  )
  assert.deepEqual(await findBarriers(page), [])
  await takePictures(at, 'home', { much: '/' })
})
