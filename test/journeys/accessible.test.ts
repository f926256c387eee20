// Every view and dialog, in both themes, on a desk and on a phone, holds nothing that shuts somebody out.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { cardIn, cardOf, signIn } from '../support/browser.ts'
import { startTriageModel, type TriageModel } from '../support/fake-triage-model.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import type { Service } from '../support/service.ts'
import { isMadeHere, shareTold } from '../support/share.ts'
import { fillTasks, runTriage } from '../support/triage-tasks.ts'
import { until } from '../support/until.ts'

let model: TriageModel
const at = journey({
  device: null,
  env: async (_home, keep) => {
    model = keep(await startTriageModel())
    return { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name }
  },
})
let emptyService: Service
let asking: Session

at.prepare(async () => {
  emptyService = (await at.openPlace()).service
  asking = await fillBoard()
  await fillTriage()
})

for (const device of ['desk', 'phone'] as const) {
  // Without the page's content policy, which would stop axe.
  const options = { device, bypassCSP: true, reducedMotion: 'reduce' } as const

  test(`axe finds nothing on a ${device}, in the dark and in the light (${shareTold})`, async () => {
    const { service } = at
    const { found, check } = collect(device)
    await using tab = await at.openTab(options)
    await signIn(tab, service)
    await checkPages(tab.page, check)
    await checkPanels(tab.page, check)
    await checkTriage(tab.page, check)
    await checkDialogs(tab.page, check)
    await using guest = await at.openTab(options)
    await checkGuest(guest.page, check)
    assert.deepEqual(found, [])
  })

  test(`axe finds nothing on the strands of a ${device} (${shareTold})`, async () => {
    const { service } = at
    const { found, check } = collect(device)
    await using tab = await at.openTab(options)
    await signIn(tab, service)
    await checkStrands(tab.page, check)
    assert.deepEqual(found, [])
  })
}

/**
 * A run looks at each view on a desk or on a phone, and with the other half of seeds on the other one; the length of its name
 * tells them apart, since there are views that only a desk has.
 */
function collect(device: 'desk' | 'phone'): { readonly found: string[]; readonly check: Check } {
  const found: string[] = []
  return {
    found,
    async check(page, view) {
      if (!isMadeHere(view.length, device === 'desk' ? 0 : 1)) return
      found.push(...(await findBarriers(page)).map((barrier) => `${view}: ${barrier}`))
    },
  }
}

type Check = (page: Page, view: string) => Promise<void>

async function checkPages(page: Page, check: Check): Promise<void> {
  const { service } = at
  await cardOf(page, asking.id).waitFor()
  await check(page, 'board')
  const pages = [
    ['/board?q=nothing-is-called-so', /^No card matches/],
    ['/', /^Need you/],
    ['/settings/general', 'Theme'],
    ['/settings/access', 'this browser'],
    ['/settings/agents', 'code-agent'],
    ['/settings/gateway', 'not connected'],
    ['/settings/about', 'Address'],
    ['/nowhere', 'There is no page at this address'],
    ['/board?session=none', 'This session is gone'],
  ] as const
  for (const [path, text] of pages) {
    await page.goto(service.url + path)
    await page.getByText(text, { exact: true }).first().waitFor()
    await check(page, path)
  }
}

async function checkPanels(page: Page, check: Check): Promise<void> {
  const { service } = at
  await page.goto(`${service.url}/board?session=${asking.id}`)
  const drawer = page.getByRole('dialog', { name: /^Session/ })
  await drawer.getByRole('listitem').first().waitFor()
  await check(page, 'session panel')
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy id' }).waitFor()
  await check(page, 'menu of the session panel')

  await page.goto(`${service.url}/board`)
  const card = cardIn(page, 'review', asking.id)
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const why = ['why', 'Why', 'started at launch'] as const
  const attach = ['Other ways to attach', 'Attach', 'Or with tmux alone:'] as const
  for (const [button, name, text] of isPhone ? [why] : [why, attach]) {
    await card.hover()
    await card.getByRole('button', { name: new RegExp(`^${button}`) }).click()
    const panel = page.getByRole('dialog', { name: new RegExp(`^${name}`) })
    await panel.getByText(text).waitFor()
    await check(page, name)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }
  await card.locator('summary').click()
  await check(page, 'card with its prompt open')
}

async function checkTriage(page: Page, check: Check): Promise<void> {
  const { service } = at
  await page.goto(`${service.url}/triage?unplaced=1`)
  const row = page.locator('[data-key="T-2"]')
  await page.locator('[data-key="T-99"]').waitFor()
  await page.locator('.learning-plot canvas').waitFor()
  await check(page, 'triage')
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await page.getByRole('button', { name: 'Add a memory' }).click()
  await check(page, 'triage with its table and a new memory')
  await row.getByRole('button', { name: /^Urgency/ }).click()
  await page
    .getByRole('dialog', { name: 'Override urgency of Task 2' })
    .getByText(/^Score/)
    .waitFor()
  await check(page, 'a correction')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Move to…' }).click()
  await page.getByRole('dialog', { name: 'Move to' }).waitFor()
  await check(page, 'menu of a ranked task')
  await page.keyboard.press('Escape')
  await page.goto(`${service.url}/triage?why=T-2`)
  await page.getByRole('dialog', { name: 'Why here: Task 2' }).getByText('Your corrections').waitFor()
  await check(page, 'why a task is here')
  await page.goto(`${service.url}/triage?triage-run=2`)
  await page.getByRole('dialog', { name: 'Triage run 2' }).getByText('Facts').waitFor()
  await check(page, 'a run')
  await page.goto(service.url)
  await page.getByRole('heading', { name: /^NOW/ }).waitFor()
  await check(page, 'home with NOW')
}

async function checkDialogs(page: Page, check: Check): Promise<void> {
  await page.keyboard.press('c')
  const launching = page.getByRole('dialog', { name: 'Launch agent' })
  await launching.getByRole('radio').first().waitFor({ state: 'attached' })
  await check(page, 'launch dialog')
  await launching.getByRole('textbox', { name: 'tmux session' }).fill('not a name')
  await launching.getByRole('button', { name: /^Launch/ }).click()
  await launching.getByText('Say what it should do.').waitFor()
  await check(page, 'launch dialog with errors')
  await page.keyboard.press('Escape')
  await launching.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await palette.getByRole('option').first().waitFor()
  await check(page, 'palette')
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await check(page, 'keys')
}

async function checkStrands(page: Page, check: Check): Promise<void> {
  const { service } = at
  const run = `/strands/backup-runner/runs/${encodeURIComponent(await failedRun())}`
  const views = [
    ['/strands', page.getByText('Docs drift check')],
    ['/strands?view=calendar', page.getByText('Too often to draw')],
    ['/strands/docs-drift-check', page.locator('.dag .node').first()],
    ['/strands/fpa-validator', page.getByRole('heading', { name: 'Webhook' })],
    ['/strands/popos-deploy?run=1', page.getByRole('textbox', { name: 'Host' })],
    [run, page.locator('.dag .node').last()],
    [`${run}?show=result`, page.getByText('It gave no result.')],
    [`${run}?show=input`, page.getByText('It was started without an input.')],
    ['/strands/nobody', page.getByText('There is no strand “nobody”')],
    ['/strands/nobody/runs/none', page.getByRole('alert')],
  ] as const
  for (const [path, sign] of views) {
    await page.goto(service.url + path)
    await sign.first().waitFor()
    await check(page, path.replace(run, 'a failed run'))
  }
  await page.goto(`${service.url}/strands/docs-drift-check`)
  await page.getByRole('switch', { name: 'Enabled' }).click()
  await page.getByRole('dialog', { name: 'This strand is switched in its file' }).waitFor()
  await check(page, 'where a strand is switched')
}

/** A seed throws at its first step. */
async function failedRun(): Promise<string> {
  const { service } = at
  const { token } = service
  const { json } = await service.call('POST /api/flow/strands/backup-runner/run', { token, json: {} })
  const id = String(json.run_id)
  await until('the run failed', async () => {
    const { text } = await service.call(`GET /api/flow/runs/${encodeURIComponent(id)}`, { token })
    return text.includes('"status":"failed"') && !text.includes('"status":"running"')
  })
  return id
}

/** Somebody who never signed in, on an empty board. */
async function checkGuest(page: Page, check: Check): Promise<void> {
  await page.goto(`${emptyService.url}/triage`)
  await page.getByText('No open tasks to rank').waitFor()
  await check(page, 'empty /triage')
  for (const [path, words] of [
    ['/', 'Nothing runs yet.'],
    ['/board', 'No sessions yet'],
  ] as const) {
    await page.goto(emptyService.url + path)
    await page.getByText(words).waitFor()
    await check(page, `empty ${path}`)
  }
  await page.getByRole('button', { name: 'Launch agent' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^(npx )?orrery login$/)
    .waitFor()
  await check(page, 'launch without a login')
  await page.goto(`${emptyService.url}/strands`)
  await page
    .getByText(/^(npx )?orrery login$/)
    .first()
    .waitFor()
  await check(page, 'strands without a login')
  await page.goto(`${emptyService.url}/settings/access`)
  await page
    .getByText(/^(npx )?orrery login$/)
    .first()
    .waitFor()
  await check(page, 'settings without a login')
}

/** Counts the cards that fly from column to column. */
const watchFlights = `new MutationObserver((records) => {
  for (const { target } of records) if (target.classList.contains('is-flying')) window.flights = (window.flights ?? 0) + 1
}).observe(document.body, { attributeFilter: ['class'], subtree: true })`

const motions = [
  { reducedMotion: 'reduce', name: 'nothing moves for whoever asked for less motion', flights: 0 },
  { reducedMotion: 'no-preference', name: 'a card flies to its new column for everybody else', flights: 2 },
] as const

for (const { reducedMotion, name, flights } of motions) {
  test(name, async () => {
    const { service } = at
    const { id } = sessionOf(await launch(service, { agent_type: 'shell', prompt: 'sleep 300', label: reducedMotion }))
    await using tab = await at.openTab({ reducedMotion })
    const { page } = tab
    await page.goto(`${service.url}/board`)
    await cardIn(page, 'active', id).waitFor()
    await page.evaluate(watchFlights)
    await ingest(service, { session_id: id, event: 'to_review' })
    await cardIn(page, 'review', id).waitFor()
    await until('the card to land', async () => (await page.locator('.is-flying').count()) === 0)
    await ingest(service, { session_id: id, event: 'running' })
    await cardIn(page, 'active', id).waitFor()
    assert.equal(await page.evaluate('window.flights ?? 0'), flights)
    const moving = "document.getAnimations().filter(({ playState }) => playState === 'running').length"
    if (flights === 0) assert.equal(await page.evaluate(moving), 0)
  })
}

/** Two runs with a correction between them, a lock, what waits for the third, and a task that no run has seen. */
async function fillTriage(): Promise<void> {
  const { service } = at
  const post = (route: string, json: object) => service.call(`POST /api/${route}`, { json })
  await fillTasks(service, model)
  await post('briefs', { source: 'slack', body: 'The vendor confirms the bug. '.repeat(20), tags: ['checkout'] })
  await runTriage(service)
  await post('triage/overrides', { task_id: 'T-2', dimension: 'urgency', new_value: '5', user_reason: 'It is due.' })
  await post('triage/lock/T-12', { lane: 'now', reason: 'The certificate ends.' })
  await runTriage(service)
  await post('triage/overrides', { task_id: 'T-5', dimension: 'lane', new_value: 'now', user_reason: 'Promised.' })
  await post('triage/overrides', { task_id: 'T-6', dimension: 'effort', new_value: '4' })
  await post('triage/memories', { body: 'Customers come first.' })
  await post('briefs', { source: 'email', body: 'Osaka cannot pay.' })
  await post('tasks', { id: 'T-99', title: 'Came later' })
}

/** One session in each state; answers the one that asks. */
async function fillBoard(): Promise<Session> {
  const { service, home } = at
  const start = async (body: object) => sessionOf(await launch(service, { agent_type: 'shell', ...body }))
  await start({ prompt: 'sleep 300', label: 'Rebuild the index', working_dir: home.userHome })
  await start({ prompt: 'echo built', label: 'Build' })
  await start({ prompt: 'echo broken >&2; exit 3', label: 'Deploy' })
  await start({ prompt: 'true', label: 'Announce', depends_on: ['T-1', 'T-2'] })
  await ingest(service, { tmux_session: 'agent-openclaw-mail', event: 'tool_use', agent_type: 'gateway-agent' })
  const prompt = `sleep 300 # ${'and everything that was to be said about it '.repeat(10)}`
  const session = await start({ prompt, label: 'Migrate the database', task_id: 'T-1' })
  await ingest(service, { session_id: session.id, event: 'to_review', metadata: 'Drop the old table?' })
  return session
}
