// Asked for a word, the service finds it in tasks, sessions and what they wrote, on the board and after they left it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityAnswer } from '#rooms/activity/contract.ts'
import type { SearchAnswer } from '#rooms/search/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { signIn } from '../support/browser.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takePictures } from '../support/pictures.ts'
import { orrery } from '../support/service.ts'
import { until } from '../support/until.ts'

const at = journey({ path: '/search', tab: { bypassCSP: true, reducedMotion: 'reduce' } })
let gone: string

at.prepare(async () => {
  const { service } = at
  const { token } = service
  const task = {
    id: 'STO-231',
    title: 'Derive the idempotency key',
    description: 'A retry must not make a second key.',
  }
  await service.call('POST /api/tasks', { token, json: { ...task, project: 'storefront', priority: 'P1' } })
  await service.call('POST /api/tasks', { token, json: { id: 'STO-240', title: 'Rotate the signing secret' } })
  await service.call('POST /api/briefs', {
    token,
    json: { source: 'slack', body: 'Vendor: resend with the same idempotency key.', tags: ['checkout'] },
  })
  const prompt =
    'for i in $(seq 80); do echo "request $i"; done; echo "WARN idempotency_key reused after 3612 s"; for i in $(seq 60); do echo "tail $i"; done'
  gone = sessionOf(await launch(service, { agent_type: 'shell', prompt, label: 'Load-test the endpoint' })).id
  await until('it completed', async () => {
    const { json } = await service.call(`GET /api/hooks/sessions/${gone}`)
    return (json.session as { state: string }).state === 'completed'
  })
  await service.call(`DELETE /api/hooks/sessions/${gone}`)
  await launch(service, {
    agent_type: 'shell',
    prompt: 'sleep 300 # behind the idempotency key',
    label: 'Fix double capture',
  })
  const run = await service.call('POST /api/flow/strands/docs-drift-check/run', { token, json: {} })
  assert.equal(run.status, 202, run.text)
  await until('all of it is found', async () => (await find('idempotency')).results.length >= 5)
  await until('the run is found', async () => (await find('docs-drift')).results.some(({ kind }) => kind === 'run'))
})

async function find(q: string): Promise<SearchAnswer> {
  const { service } = at
  return (await service.call(`GET /api/search?q=${encodeURIComponent(q)}`, { token: service.token }))
    .json as SearchAnswer
}
const hit = (title: string) => at.page.locator('.hit', { hasText: title })
const drawer = () => at.page.locator('.drawer')
const markedRanges =
  "[...(CSS.highlights.get('found') ?? [])].map((range) => range.cloneContents().textContent.toLowerCase())"
const marked = async () => (await at.page.evaluate(markedRanges)) as string[]

test('results come as one types, by kind, and the address keeps the question', async () => {
  const { page } = at
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  await page.getByText('How it finds').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await field.pressSequentially('idempotency key')
  await hit('Derive the idempotency key').waitFor()
  const heads = page.locator('.hits h2')
  await until('each kind has its part', async () => {
    const texts: readonly string[] = await heads.allTextContents()
    return ['Tasks', 'Sessions', 'Outputs', 'Briefs'].every((kind) => texts.some((text) => text.startsWith(kind)))
  })
  assert.match(page.url(), /\/search\?q=idempotency\+key$/)
  assert.deepEqual(await hit('Derive').locator('mark').allTextContents(), ['idempotency key', 'key'])
  assert.deepEqual(await findBarriers(page), [])
  await takePictures(at, 'search', { results: '/search?q=idempotency+key', first: '/search' })
})

test('a result opens what it found with its words marked: a task, and the output of a session that left', async () => {
  const { page } = at
  await hit('Derive').click()
  await drawer().getByText('A retry must not').waitFor()
  await until('the words are marked', async () => (await marked()).includes('key'))
  await page.locator('.hit', { hasText: 'the end of its output' }).click()
  await drawer().getByRole('heading', { name: 'Load-test the endpoint' }).waitFor()
  await until(
    'the line is marked',
    async () => (await marked()).filter((word) => word.startsWith('idempotency')).length > 1,
  )
  await drawer().getByText('left the board').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
  await until('nothing is marked any more', async () => (await marked()).length === 0)
  assert.match(page.url(), /\/search\?q=idempotency\+key$/)
})

test('what is changed in the panel of a result is taken back by the key, there and over the results', async () => {
  const { page, service } = at
  const priority = async () => {
    const { json } = await service.call('GET /api/tasks/STO-231')
    return (json.task as { priority: string }).priority
  }
  await hit('Derive').first().click()
  const choice = drawer().getByRole('combobox', { name: 'Priority' })
  await choice.selectOption('P3')
  await page.getByText('“Derive the idempotency key” was P1.').waitFor()
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
  await until('it is stored', async () => (await priority()) === 'P3')
  await page.keyboard.press('z')
  await until('it is back', async () => (await priority()) === 'P1')
  await page.getByText('Undone.').waitFor()
  assert.match(page.url(), /\/search\?q=idempotency\+key$/)
})

test('a session on the board, a run and what happened open with the words marked', async () => {
  const { page } = at
  await hit('Fix double capture').first().click()
  await drawer().getByRole('heading', { name: 'Fix double capture' }).waitFor()
  await until('its prompt is marked', async () => (await marked()).some((word) => word.startsWith('idempotency')))
  await page.keyboard.press('Escape')
  await drawer().waitFor({ state: 'detached' })
  await page.getByRole('searchbox', { name: 'Search everything' }).fill('docs-drift')
  const run = page.locator('.hit', { hasText: 'docs-drift-check' }).first()
  await run.click()
  await page.waitForURL(/\/strands\/docs-drift-check/)
  await until('its name is marked', async () => (await marked()).length > 0)
  await page.goto(`${at.service.url}/search?q=derive`)
  await hit('Derive').waitFor()
  await page.getByRole('link', { name: 'Look for “derive” in what happened' }).click()
  await page.locator('.activity-row', { hasText: 'Derive the idempotency key' }).first().waitFor()
  await until('the row is marked', async () => (await marked()).includes('derive'))
  await page.goto(`${at.service.url}/search?q=idempotency+key`)
  await hit('Derive').waitFor()
})

test('Back from what a result opened finds the same results, at the same place', async () => {
  const { page, service } = at
  await page.setViewportSize({ width: 1440, height: 360 })
  await page.goto(`${service.url}/search?q=idempotency+key`)
  const opened = hit('Fix double capture').first()
  await opened.waitFor()
  const results = page.locator('.hits')
  const top = () => results.evaluate((element) => element.scrollTop)
  await results.evaluate((element) => element.scrollTo({ top: 90 }))
  await until('the place is kept', () => page.evaluate<boolean>('history.state?.top === 90'))
  await opened.click()
  await drawer().getByRole('heading', { name: 'Fix double capture' }).waitFor()
  const left = await page.evaluate<number>('history.length')
  await page.goBack()
  await page.waitForURL(/\/search\?q=idempotency\+key$/)
  await until('the place is found again', async () => (await top()) > 0)
  assert.equal(await page.evaluate<number>('history.length'), left)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${service.url}/search?q=idempotency+key`)
  await hit('Derive').waitFor()
})

test('by keys alone: from the field to a result and back', async () => {
  const { page } = at
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  await until('the field has the focus', async () => (await field.and(page.locator(':focus')).count()) === 1)
})

test('the palette finds what no page knows, and leads to all of it', async () => {
  const { page } = at
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await palette.getByRole('combobox').fill('reused')
  const option = palette.getByRole('group', { name: 'In outputs' }).getByRole('option')
  await option.waitFor()
  assert.match((await option.textContent()) ?? '', /Load-test the endpoint.*WARN idempotency_key reused/)
  assert.deepEqual(await findBarriers(page), [])
  await palette.getByRole('option', { name: 'Search everything for “reused”' }).click()
  await page.waitForURL(/\/search\?q=reused$/)
  await hit('the end of its output').waitFor()
})

test('on a phone the same page fits in both themes, and so does the way through it', async () => {
  const tab = { device: 'phone', colorScheme: 'light', bypassCSP: true, reducedMotion: 'reduce' } as const
  await using phone = await at.openTab(tab)
  const { page } = phone
  await signIn(phone, at.service, '/search?q=idempotency')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator('.hit', { hasText: 'Derive' }).tap()
    await page.locator('.drawer').getByText('A retry must not').waitFor()
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
    assert.ok(width <= 390, `${colorScheme}: ${width} px`)
    await page.goBack()
    await page.locator('.drawer').waitFor({ state: 'detached' })
  }
  assert.deepEqual(await findBarriers(page), [])
})

test('on the command line in the same words, and what is purged is found by nobody', async () => {
  const { home: place, service } = at
  const found = await orrery(place, ['search', 'idempotency', 'reused', '--kind', 'output'])
  assert.match(found.out, /output +\S+ +Load-test/)
  assert.equal(found.code, 0, found.err)
  const refused = await orrery(place, ['history', 'purge', gone])
  assert.equal(refused.code, 2, refused.err)
  assert.match(refused.err, /--yes/)
  assert.equal((await orrery(place, ['history', 'purge', gone, '--yes'])).code, 0)
  assert.deepEqual((await find('reused')).results, [])
  const { json } = await service.call('GET /api/activity?kind=session.purged')
  const rows = (json as ActivityAnswer).rows.map(({ actor, subject }) => [actor.name, subject.id, subject.label])
  assert.deepEqual(rows, [['command line', gone, 'A session']])
  const odd = await orrery(place, ['search', '--json', '"*^(NEAR'])
  assert.deepEqual((JSON.parse(odd.out) as SearchAnswer).results, [])
  assert.equal((await service.call('GET /api/search?q=key')).status, 401)
  assert.equal((await service.call('GET /api/search', { token: service.token })).status, 400)
})
