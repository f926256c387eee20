// Somebody writes a strand, runs it from the page and watches it, and the service is killed in the middle.
import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Run, RunDetail, Strand } from '#rooms/flow/contract.ts'
import { liveDot, signIn } from '../support/browser.ts'
import { journey } from '../support/journey.ts'
import { fragile, rocket } from '../support/strand-files.ts'
import { until } from '../support/until.ts'

const at = journey()
/** Sockets of the page to /ws/flow that are open. */
let feeds = 0

at.prepare(() => {
  at.page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/ws/flow')) return
    feeds += 1
    socket.on('close', () => (feeds -= 1))
  })
})

test('the built-in strands stand in their groups, and the feed is open only while the page is shown', async () => {
  const { page } = at
  assert.equal(feeds, 0)
  await page.keyboard.press('g')
  await page.keyboard.press('w')
  await row(page, 'docs-drift-check').waitFor()
  const live = page.getByRole('region', { name: 'Live', exact: true })
  await live.locator('[data-strand="research-pipeline"]').waitFor()
  const off = page.getByRole('region', { name: 'Off', exact: true })
  await off.locator('[data-strand="cross-node-smoke"]').waitFor()
  assert.equal(await row(page, 'backup-runner').count(), 0)
  await page.getByRole('button', { name: 'Seed, off 9' }).click()
  await row(page, 'backup-runner').waitFor()
  assert.equal(await page.locator('[data-strand]').count(), 16)
  assert.equal(feeds, 1)
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.getByRole('heading', { name: 'Board' }).waitFor()
  await until('the feed to close', () => feeds === 0)
})

test('a file with a fault is told with its line, and once it is mended the strand is there', async () => {
  const { page, service, home } = at
  await page.goto(`${service.url}/strands`)
  await row(page, 'docs-drift-check').waitFor()
  const file = join(home.home, 'workflows', 'rocket.ts')
  await mkdir(join(home.home, 'workflows'), { recursive: true })
  await writeFile(file, rocket(home.root).replace("after: ['fuel']", "after: ['fule']"))
  await page.getByRole('button', { name: 'Reload strand folders' }).click()
  const faults = page.getByRole('region', { name: '1 file could not be loaded' })
  await faults.getByText(/workflows\/rocket\.ts:\d+/).waitFor()
  await faults.getByText(/fule/).waitFor()
  await page.getByRole('button', { name: 'Close notice' }).click()

  await writeFile(file, rocket(home.root))
  await page.getByRole('button', { name: 'Reload strand folders' }).click()
  await faults.waitFor({ state: 'detached' })
  await row(page, 'rocket').getByText('manual, your folder').waitFor()
})

test('a run begins with a form, is watched, outlives a kill of the service, and ends without repeating what was done', async () => {
  const { page, tab, service, home } = at
  await row(page, 'rocket').click()
  await page.getByRole('button', { name: 'Run…' }).click()
  const form = page.getByRole('dialog', { name: 'Run rocket' })
  await form.getByRole('button', { name: /^Run/ }).click()
  await form.getByText('Fill this in.').waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Ariane')
  await form.getByRole('textbox', { name: 'Stages' }).fill('two')
  await form.getByRole('combobox', { name: 'Port' }).selectOption('Kourou')
  await form.getByRole('textbox', { name: 'Cargo' }).fill('probe\nlander')
  await form.getByRole('switch', { name: 'Crewed' }).click()
  await form.getByRole('button', { name: /^Run/ }).click()
  await form.getByText('This is no number.').waitFor()
  await form.getByRole('textbox', { name: 'Stages' }).fill('3')
  await form.getByRole('button', { name: /^Run/ }).click()

  await node('hold', 'Running').waitFor()
  await node('fuel', 'Success').waitFor()
  const runId = runInAddress()
  await node('hold', 'Running').click()
  await output().getByText('holding 3', { exact: true }).waitFor()
  const loads = tab.loads()

  await service.kill()
  await page.getByRole('button', { name: /^Not live/ }).waitFor()
  await at.startAgain()
  await page.getByRole('button', { name: /^Not live/ }).waitFor({ state: 'detached' })
  await node('hold', 'Running').waitFor()
  await writeFile(join(home.root, 'go'), '')
  await node('launch', 'Success').waitFor()
  await page.getByText(/^Run .*, done after/).waitFor()
  assert.equal(tab.loads(), loads)
  assert.equal(await readFile(join(home.root, 'fuelled'), 'utf8'), 'Ariane\n')

  const { text: stored } = await service.call(`GET ${outputOf(runId, 'hold')}`, { token: service.token })
  assert.match(stored, /started anew[^]*go\n$/)
  await until('all that was written', async () => (await shownLines()).join('\n') === stored.trimEnd())

  await page
    .getByRole('button', { name: /^Success launch/ })
    .last()
    .click()
  await output().getByText('lift-off with 3000', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Result' }).click()
  await page.locator('.json-view pre').getByText('"height"').waitFor()
  await page.getByRole('button', { name: 'Input' }).click()
  const { run } = await runOf(runId)
  assert.deepEqual(run.input, { name: 'Ariane', stages: 3, crewed: true, port: 'Kourou', cargo: ['probe', 'lander'] })
  assert.deepEqual(JSON.parse(await page.locator('.json-view pre').innerText()), run.input)
  assert.match(page.url(), /step=launch&show=input$/)
})

test('the output of a step is the same for who comes later, and is saved whole', async () => {
  const { page, service } = at
  const runId = await lastRun('rocket')
  await page.goto(`${service.url}/strands/rocket/runs/${encodeURIComponent(runId)}?step=hold`)
  await output().getByText('go', { exact: true }).waitFor()
  const { text: stored } = await service.call(`GET ${outputOf(runId, 'hold')}`, { token: service.token })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download output' }).click()
  const saved = await (await download).path()
  assert.equal(await readFile(saved, 'utf8'), stored)
  await until('all lines', async () => (await shownLines()).join('\n') === stored.trimEnd())
})

test('a run is run again with another input, which is kept until it has begun', async () => {
  const { page, service } = at
  const runId = await lastRun('rocket')
  await page.goto(`${service.url}/strands/rocket/runs/${encodeURIComponent(runId)}`)
  await page.getByRole('button', { name: 'Run again with…' }).click()
  const form = page.getByRole('dialog', { name: 'Run rocket again with…' })
  const name = form.getByRole('textbox', { name: 'Name' })
  assert.equal(await name.inputValue(), 'Ariane')
  assert.deepEqual(await form.getByRole('textbox', { name: 'Cargo' }).inputValue(), 'probe\nlander')
  await name.fill('Vega')
  await page.reload()
  await name.waitFor()
  assert.equal(await name.inputValue(), 'Vega')
  await name.press('Control+Enter')
  await form.waitFor({ state: 'detached' })
  await page.getByText(/^Run .*, done after/).waitFor()
  assert.notEqual(runInAddress(), runId)
  assert.deepEqual((await runOf(runInAddress())).run.input, { ...(await inputOf(runId)), name: 'Vega' })
})

test('what failed goes on where it failed, and what was done is taken over', async () => {
  const { home, page } = at
  await writeFile(join(home.home, 'workflows', 'fragile.ts'), fragile(home.root))
  await reload()
  await row(page, 'fragile').click()
  await page.getByRole('button', { name: /^Run/ }).click()
  await node('break', 'Failed').waitFor()
  await page
    .getByRole('alert')
    .getByText(/the bridge is out/)
    .waitFor()
  await node('after', 'Skipped').waitFor()
  const failed = runInAddress()
  await writeFile(join(home.root, 'bridge'), '')
  await page.getByRole('button', { name: 'Retry from failure' }).click()
  await until('another run', () => runInAddress() !== failed)
  await node('after', 'Success').waitFor()
  await node('before', 'Success').getByText('taken over').waitFor()
  assert.equal(await readFile(join(home.root, 'crossed'), 'utf8'), 'x')
  await page.getByRole('link', { name: 'the run before' }).click()
  await until('the run before', () => runInAddress() === failed)
  await page.goBack()
  await node('before', 'Success').getByText('taken over').waitFor()
})

test('a run is cancelled, and its body really stops', async () => {
  const { home, service, page } = at
  await rm(join(home.root, 'go'))
  const { json } = await service.call('POST /api/flow/strands/rocket/run', {
    token: service.token,
    json: { input: { name: 'Vega', port: 'Kourou' } },
  })
  const runId = String(json.run_id)
  await page.goto(`${service.url}/strands/rocket/runs/${runId}`)
  await output().getByText('holding 2', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await node('hold', 'Cancelled').waitFor()
  await page.getByText(/^Run .*, cancelled after/).waitFor()
  await page.getByRole('button', { name: 'Go on' }).first().waitFor()
  const { steps } = await runOf(runId)
  const bytes = steps.find(({ step_id: id }) => id === 'hold')?.output_bytes
  const notice = page.getByRole('region', { name: 'Notices' })
  await notice.getByRole('button', { name: 'Go on' }).waitFor()
  await notice.getByRole('button', { name: 'Close notice' }).click()
  assert.equal((await runOf(runId)).steps.find(({ step_id: id }) => id === 'hold')?.output_bytes, bytes)
})

test('filters stand in the address, Back leads from run to strand, and a reload shows the same', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/strands`)
  await page.getByRole('searchbox', { name: 'Filter strands' }).fill('rock')
  await until('one row', async () => (await page.locator('[data-strand]').count()) === 1)
  await row(page, 'rocket').click()
  await page.getByRole('region', { name: 'Runs' }).getByRole('link').first().click()
  await node('hold', 'Cancelled').waitFor()
  const address = page.url()
  assert.match(address, /\/strands\/rocket\/runs\/[^/]+\?q=rock$/)
  await page.reload()
  await node('hold', 'Cancelled').waitFor()
  assert.equal(await page.locator('[data-strand]').count(), 1)
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Facts' }).getByText('rocket.ts').waitFor()
  await page.goBack()
  await node('hold', 'Cancelled').waitFor()
  await page.getByRole('combobox', { name: 'Filter by state' }).selectOption('failed')
  await page.getByText('No strand matches “rock”').waitFor()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await row(page, 'docs-drift-check').waitFor()
})

test('the calendar shows what ran and what is to come, and what runs too often beside it', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/strands`)
  await page.getByRole('link', { name: 'What runs when' }).click()
  const week = page.getByRole('group', { name: 'The week' })
  await week.getByRole('link').first().waitFor()
  const more = week.getByRole('button', { name: /more$/ })
  if ((await more.count()) > 0) await more.first().click()
  await week
    .getByRole('link', { name: /rocket.*cancelled/ })
    .first()
    .waitFor()
  await page.locator('.calendar-often').getByRole('link').first().waitFor()
  await page.getByRole('button', { name: 'Later' }).click()
  await week
    .getByRole('link', { name: /Docs drift check.*planned/i })
    .first()
    .waitFor()
  assert.match(page.url(), /view=calendar&day=\d{4}-\d\d-\d\d$/)
  await page.reload()
  await week
    .getByRole('link', { name: /Docs drift check.*planned/i })
    .first()
    .waitFor()
})

test('switching a strand of a file explains where it is set, with the command to copy', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/strands/docs-drift-check`)
  await page.getByRole('switch', { name: 'Enabled' }).click()
  const dialog = page.getByRole('dialog', { name: 'This strand is switched in its file' })
  await dialog.getByText('orrery strand new --from docs-drift-check').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('switch', { name: 'Enabled' }).getAttribute('aria-checked'), 'true')
})

test('a strand is found and run from the palette, on any page, and its graph is walked by keys', async () => {
  const { page, service } = at
  await page.goto(`${service.url}/board`)
  await liveDot(page, 'live').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search or run' })
  await until('strands are found', async () => {
    await field.fill('')
    await field.fill('run rocket')
    return (await page.getByRole('option', { name: /Run rocket/ }).count()) > 0
  })
  await page.getByRole('option', { name: /Run rocket/ }).click()
  await page.getByRole('dialog', { name: 'Run rocket' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('[data-step="fuel"]').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await until('the step stands in the address', () => page.url().endsWith('step=hold'))
})

test('on a phone strands lie under More, a run is started from a sheet, and the way back leads to the list', async () => {
  const { home, service } = at
  await writeFile(join(home.root, 'go'), '')
  await using phone = await at.openTab({ device: 'phone' })
  await signIn(phone, service)
  const bar = phone.page.getByRole('navigation', { name: 'Main' }).last()
  await bar.getByText('More', { exact: true }).tap()
  await bar.getByRole('link', { name: 'Strands' }).tap()
  await row(phone.page, 'rocket').tap()
  await phone.page.getByRole('button', { name: 'Run…' }).tap()
  const sheet = phone.page.getByRole('dialog', { name: 'Run rocket' })
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Soyuz')
  await sheet.getByRole('combobox', { name: 'Port' }).selectOption('Vandenberg')
  await sheet.getByRole('button', { name: /^Run/ }).tap()
  await phone.page.getByText(/^Run .*, done after/).waitFor()
  assert.equal(await phone.page.evaluate('document.documentElement.scrollWidth'), 390)
  await phone.page.getByRole('link', { name: 'rocket', exact: true }).first().tap()
  await phone.page.getByRole('region', { name: 'Runs' }).getByRole('link').first().waitFor()
  await phone.page.getByRole('link', { name: 'All strands' }).tap()
  await row(phone.page, 'rocket').waitFor()
  await phone.page.getByRole('link', { name: 'What runs when' }).tap()
  await phone.page
    .getByRole('link', { name: /rocket/ })
    .first()
    .waitFor()
})

test('whoever is not signed in is shown the way in, and no strand', async () => {
  const { service } = at
  await using guest = await at.openTab()
  await guest.page.goto(`${service.url}/strands`)
  await guest.page.getByText(/^(npx )?orrery login$/).waitFor()
  assert.equal(await guest.page.locator('[data-strand]').count(), 0)
})

async function inputOf(runId: string): Promise<object> {
  return Object(await runOf(runId).then(({ run }) => run.input))
}

function row(on: Page, id: string): Locator {
  return on.locator(`[data-strand="${id}"]`)
}

/** A step in the graph, once it is in this state. */
function node(id: string, state: string): Locator {
  const { page } = at
  return page.locator(`.dag [data-step="${id}"]`).filter({ has: page.getByRole('img', { name: state }) })
}

function output(): Locator {
  const { page } = at
  return page.getByRole('log', { name: 'Output' })
}

async function shownLines(): Promise<string[]> {
  const lines = await output().locator('pre').allInnerTexts()
  return lines.map((line) => line.trimEnd())
}

function outputOf(runId: string, stepId: string): string {
  return `/api/flow/runs/${encodeURIComponent(runId)}/steps/${stepId}/output`
}

function runInAddress(): string {
  const { page } = at
  const [, id = ''] = /\/runs\/([^/?]+)/.exec(page.url()) ?? []
  return decodeURIComponent(id)
}

async function reload(): Promise<void> {
  const { page, service } = at
  await page.goto(`${service.url}/strands`)
  await page.getByRole('button', { name: 'Reload strand folders' }).click()
  await page.getByText(/loaded from files\.$/).waitFor()
  await page.getByRole('button', { name: 'Close notice' }).first().click()
}

async function runOf(id: string): Promise<RunDetail> {
  const { service } = at
  const { json } = await service.call(`GET /api/flow/runs/${encodeURIComponent(id)}`, { token: service.token })
  return json as unknown as RunDetail
}

async function lastRun(strand: Strand['id']): Promise<string> {
  const { service } = at
  const { json } = await service.call(`GET /api/flow/runs?strand=${strand}`, { token: service.token })
  const [run] = json.runs as Run[]
  return run?.run_id ?? ''
}
