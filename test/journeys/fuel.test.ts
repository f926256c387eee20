// A person sees what agents used, sets a budget, is held to it and raises it: on a desk and on a phone, in both themes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBarriers } from '../support/axe.ts'
import { makeLink, signIn } from '../support/browser.ts'
import { launch } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { until } from '../support/until.ts'
import { openUsingSession, use } from '../support/usage-files.ts'

const at = journey({
  path: '/fuel',
  env: { DEPLOYMENT: 'cloud-fabric' },
  config: { fuel: { timeZone: 'UTC' } },
  tab: { bypassCSP: true, reducedMotion: 'reduce' },
})

test('a guest is asked to sign in here, and sees what is told as soon as that is done', async () => {
  await using tab = await at.openTab()
  const { page } = tab
  for (const path of ['/vault/dashboard', '/fuel']) {
    await page.goto(at.service.url + path)
    await page.getByText(/takes a login\.$/).waitFor()
    const left = (await page.getByText(/takes a login\.$/).boundingBox())?.x ?? 0
    assert.ok(left > 8, `what is said stands at the edge: ${left}`)
  }
  assert.deepEqual(await findBarriers(page), [])
  const link = await makeLink(at.service)
  await page.getByRole('textbox', { name: 'Or paste the link here' }).fill(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('No tokens used yet').waitFor()
})

test('before anything was used the page says so', async () => {
  await at.page.getByText('No tokens used yet').waitFor()
  assert.deepEqual(await findBarriers(at.page), [])
})

test('what agents used comes in as they use it, by agent, session and model, with what has no price', async () => {
  const { page } = at
  const first = await openUsingSession(at, 'Rewrite PaymentSheet')
  const days = Array.from({ length: 20 }, (_, each) => each)
  await use(
    at,
    first,
    days.map((daysAgo) => ({ input: 200_000 + daysAgo * 9000, output: 90_000, cached: 900_000, daysAgo })),
  )
  const second = await openUsingSession(at, 'Reconcile October')
  await use(at, second, [{ model: 'kestrel-70b', input: 1_040_000, output: 160_000 }])
  await page.getByRole('img', { name: /Dollars a day for 30 days/ }).waitFor()
  await page.getByRole('cell', { name: 'shell' }).first().waitFor()
  await page.getByRole('button', { name: 'Model' }).click()
  await until('the choice stands in the address', () => new URL(page.url()).searchParams.get('by') === 'model')
  await page.getByText('price unknown').waitFor()
  await page.getByRole('button', { name: 'Session' }).click()
  await page.getByRole('button', { name: 'Reconcile October' }).waitFor()
  await page.getByRole('link', { name: /Fuel today: \$\d/ }).waitFor()
})

test('a budget is set, holds a launch back in words, and is raised and taken out', async () => {
  const { page, service } = at
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a budget' })
  await dialog.getByRole('textbox', { name: /^Limit/ }).fill('nothing')
  await dialog.getByRole('button', { name: /Save/ }).click()
  await dialog.getByText('must be a number above 0').waitFor()
  await dialog.getByRole('textbox', { name: /^Limit/ }).fill('1')
  assert.deepEqual(await findBarriers(page), [])
  await dialog.getByRole('button', { name: /Save/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('The budget of the day is used up').waitFor()
  const refused = await launch(service, { agent_type: 'shell', prompt: 'true' })
  assert.deepEqual([refused.status, refused.json.error], [409, 'over_budget'])
  await page.getByRole('link', { name: /nothing new starts/ }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await takePictures(at, 'fuel', { held: '/fuel', sessions: '/fuel?by=session' })
  await page.getByRole('button', { name: /^Raise to/ }).click()
  await page.getByText('The budget of the day is used up').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Take out/ }).click()
  await page.getByText('None: nothing warns').waitFor()
})

test('on a phone it is one column, and axe finds nothing', async () => {
  await using tab = await at.openTab({ device: 'phone', bypassCSP: true, reducedMotion: 'reduce' })
  await signIn(tab, at.service)
  await tab.page.goto(`${at.service.url}/fuel`)
  await tab.page.getByRole('img', { name: /Dollars a day for 14 days/ }).waitFor()
  assert.deepEqual(await findBarriers(tab.page), [])
  for (const width of [390, 320]) {
    await tab.page.setViewportSize({ width, height: 844 })
    const page = tab.page.locator('.fuel-columns')
    assert.equal(await page.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth), false, `${width}`)
  }
})
