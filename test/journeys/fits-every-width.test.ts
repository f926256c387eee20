// No page scrolls sideways or is cut off, from a small phone to a wide screen, in both themes.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Session } from '#rooms/sessions/contract.ts'
import { findBarriers } from '../support/axe.ts'
import { cardOf, liveDot } from '../support/browser.ts'
import { cutParts, wideParts } from '../support/fits.ts'
import { startTriageModel, type TriageModel } from '../support/fake-triage-model.ts'
import { ingest, launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { halfOf, shareTold } from '../support/share.ts'
import { fillTasks, runTriage } from '../support/triage-tasks.ts'
import { until } from '../support/until.ts'

let model: TriageModel
const at = journey({
  tab: { bypassCSP: true, reducedMotion: 'reduce' },
  env: async (_home, keep) => {
    model = keep(await startTriageModel())
    return { SERVICE_MODEL_URL: model.url, SERVICE_MODEL: model.name }
  },
})
let asking: Session
let pastId = ''
let talkId = ''
let runId = ''

at.prepare(async () => {
  const { service } = at
  asking = sessionOf(
    await launch(service, { agent_type: 'shell', prompt: 'sleep 300 # short', label: 'Ask', task_id: 'T-1' }),
  )
  await ingest(service, { session_id: asking.id, event: 'to_review', metadata: 'May I?' })
  const title = `Rename ${'aVeryLongWordWithoutAnyPlaceToBreak'.repeat(4)}`
  const json = { id: 'T-long', title, status: 'ready', description: `- [ ] ${title}` }
  assert.equal((await service.call('POST /api/tasks', { json })).status, 201)
  const started = await service.call('POST /api/flow/strands/docs-drift-check/run', { token: service.token, json: {} })
  runId = String(started.json.run_id)
  await fillTasks(service, model)
  assert.equal((await runTriage(service)).status, 'success')
  const left = { agent_type: 'shell', prompt: `echo ${title}; exit 3`, label: title.slice(0, 80) }
  talkId = await talkWith(title)
  pastId = sessionOf(await launch(service, left)).id
  await until(
    'it failed',
    async () => (await listSessions(service)).find(({ id }) => id === pastId)?.state === 'failed',
  )
  assert.equal((await service.call(`DELETE /api/hooks/sessions/${pastId}`)).status, 200)
})

/** A session whose client wrote that down. */
async function talkWith(text: string): Promise<string> {
  const { service, home } = at
  const conversation = '86add7bc-71df-4f1c-aa0a-9af14fea726d'
  const folder = join(home.userHome, '.claude/projects/p')
  await mkdir(folder, { recursive: true })
  const tool = { type: 'tool_use', id: 't', name: 'Bash', input: { command: text } }
  const lines = [
    { type: 'user', message: { content: text } },
    { type: 'assistant', message: { content: [{ type: 'text', text }, tool] } },
  ]
  await writeFile(join(folder, `${conversation}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const event = { tmux_session: 'agent-talk', event: 'start', agent_type: 'code-agent', client_session: conversation }
  const { json } = await ingest(service, event)
  return (json.session as { id: string }).id
}

const pages = [
  '/',
  '/board',
  '/triage',
  '/strands',
  '/strands/priority-triage',
  '/strands/popos-deploy?run=1',
  '/strands?view=calendar',
  '/settings/general',
  '/settings/agents',
  '/needs-you',
  '/activity',
  '/history',
  '/search?q=rename',
  '/system',
  '/settings/access',
  '/settings/gateway',
  '/settings/notifications',
  '/approvals',
  '/settings/about',
]

/** Of what was made above. */
const ownPages: Readonly<Record<string, () => string>> = {
  'the panel of a session': () => `/board?session=${asking.id}`,
  'the panel of a task': () => '/board?task=T-long',
  'a transcript': () => `/sessions/${talkId}/transcript`,
  'a terminal': () => `/terminal/${asking.id}`,
  'a past session': () => `/history?session=${pastId}`,
  'a run': () => `/strands/docs-drift-check?run=${runId}`,
}

/** What people open over a page, by what opens it. */
const opened: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the inbox over the page': async (page) => {
    await page.locator('.needbtn').click()
    await page.getByRole('dialog', { name: 'Needs you' }).or(page.locator('.inbox')).first().waitFor()
  },
  'the launch dialog': async (page) => {
    await page.keyboard.press('c')
    await page.getByRole('dialog', { name: 'Launch agent' }).getByRole('textbox').first().waitFor()
  },
  'the palette': async (page) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Search or run' }).getByRole('option').first().waitFor()
  },
  'the question before a stop': async (page) => {
    await cardOf(page, asking.id).getByRole('button', { name: /^Stop/ }).click()
    await page.getByRole('dialog', { name: /^Stop/ }).getByText('its wait for your answer').waitFor()
  },
  'the selection bar': async (page) => {
    await cardOf(page, asking.id).locator('.title > a').focus()
    await page.keyboard.press('x')
    await page.getByRole('toolbar', { name: 'Selected cards' }).waitFor()
  },
}

// 683 and 960 are 1024 and 1440 at 150 %.
const widths = [320, 390, 683, 768, 960, 1024, 1440, 1920, 2560]
/** At each width anew: a run opens them at every second one. */
const openedWidths = halfOf(widths)
/** Here axe looks, too: a phone and a desk. */
const lookedWidths = new Set([390, 1440])
/** What axe sees in no other journey, and what shows long words. The other views have journeys of their own, where it looks. */
const lookedViews = new Set([
  '/board',
  '/triage',
  '/strands/priority-triage',
  'the panel of a task',
  'a past session',
  'a run',
  'the question before a stop',
])

/** A page is opened once and made wider and wider, as a window is: opening it at each width takes nine times as long. */
for (const [name, pathOf] of [...pages.map((path) => [path, () => path] as const), ...Object.entries(ownPages)]) {
  test(`${name} fits at every width, in the dark and in the light`, async () => {
    const { page, service } = at
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(service.url + pathOf())
    await liveDot(page, 'live').waitFor()
    await page.waitForLoadState('networkidle')
    const found: string[] = []
    for (const width of widths) found.push(...(await lookAt(page, width, name)))
    assert.deepEqual(found, [])
  })
}

for (const [what, open] of Object.entries(opened)) {
  test(`${what} fits at every width, in the dark and in the light (${shareTold})`, async () => {
    const { page, service } = at
    const found: string[] = []
    for (const width of openedWidths) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${service.url}/board?col=review`)
      await cardOf(page, asking.id).waitFor()
      await open(page)
      found.push(...(await lookAt(page, width, what)))
    }
    assert.deepEqual(found, [])
  })
}

test('tabs that the bar has no room for are under More, for keys as for a hand', async () => {
  const { page, service } = at
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto(`${service.url}/board`)
  await liveDot(page, 'live').waitFor()
  const bar = page.locator('.topbar').getByRole('navigation', { name: 'Main' })
  const more = bar.locator('summary', { hasText: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  await bar.getByRole('link', { name: 'Settings' }).waitFor()
  await page.keyboard.press('Escape')
  await bar.getByRole('link', { name: 'Settings' }).waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(`document.activeElement.matches('.topbar summary')`), true)
  await more.click()
  await bar.getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings**')
  await page.setViewportSize({ width: 1440, height: 800 })
  await more.waitFor({ state: 'hidden' })
  assert.equal(await bar.getByRole('link').count(), 6)
})

/** What does not fit there, and at two widths of some views what axe finds. */
async function lookAt(page: Page, width: number, view: string): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    const parts = await page.evaluate<string[]>(`[...${wideParts}, ...${tallParts}, ...${cutParts}]`)
    found.push(...parts.map((part) => `${width}, ${colorScheme}: ${part}`))
  }
  if (!lookedWidths.has(width) || !lookedViews.has(view)) return found
  return [...found, ...(await findBarriers(page)).map((barrier) => `${width}: ${barrier}`)]
}

/** Runs in the page: a panel whose middle scrolls, where it scrolls as a whole, too, and away from its head and its foot. */
const tallParts = `[...document.querySelectorAll('.drawer:has(> .scroll)')]
  .filter((part) => part.scrollHeight > part.clientHeight + 1)
  .map((part) => part.className + ' is ' + part.scrollHeight + ' high in ' + part.clientHeight)`
