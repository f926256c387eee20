// `sh bin/node tools/screenshot.ts <folder>`: takes pictures of the page with a day's work on it, for the guide and for a look.
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { day } from '#rooms/demo/core/day.ts'
import { plan } from '#rooms/demo/core/plan.ts'
import { cardOf, openBrowser } from '../test/support/browser.ts'
import { makeHome } from '../test/support/home.ts'
import { startService } from '../test/support/service.ts'
import { camera, settle, type Camera, type Shot } from './screenshot/camera.ts'
import { fillUp } from './screenshot/crowd.ts'
import { find, openStage, playDay } from './screenshot/play.ts'
import { takeTriage } from './screenshot/triage.ts'

const hugeCount = 2000
const light = { colorScheme: 'light' } as const
const phone = { device: 'phone' } as const

const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: sh bin/node tools/screenshot.ts <folder>')
  process.exitCode = 2
} else {
  mkdirSync(folder, { recursive: true })
  await takeAll(folder)
}

async function takeAll(into: string): Promise<void> {
  const browser = await openBrowser()
  try {
    const take = camera(browser, into)
    await takeDay(take)
    await takeEmpty(take)
    await takeHuge(take)
    await takeTriage(take)
  } finally {
    await browser.close()
  }
}

async function takeDay(take: Camera): Promise<void> {
  await using stage = await openStage()
  await playDay(stage, { plan, chapters: day })
  const { service } = stage
  const asking = (await find(service, 'agent-claude-ledger'))?.id ?? ''
  await take(service, pagesOf(`/board?session=${asking}`))
  await take(service, panelsOf(asking))
  await take(service, terminalsOf(asking))
}

function pagesOf(session: string): readonly Shot[] {
  return [
    { name: 'board-1440-dark', path: '/board' },
    { name: 'board-1440-light', path: '/board', ...light },
    { name: 'board-390-dark', path: '/board', ...phone },
    { name: 'board-390-light', path: '/board?col=active', ...phone, ...light },
    { name: 'home-1440-dark', path: '/' },
    { name: 'home-390-dark', path: '/', ...phone },
    { name: 'session-1440-dark', path: session },
    { name: 'session-1440-light', path: session, ...light },
    { name: 'session-390-dark', path: session, ...phone },
    { name: 'task-1440-dark', path: '/board?task=T-104' },
    { name: 'task-1440-light', path: '/board?task=T-104', ...light },
    { name: 'task-390-dark', path: '/board?task=T-104', ...phone },
    { name: 'settings-general-1440-dark', path: '/settings/general' },
    { name: 'settings-access-1440-dark', path: '/settings/access' },
    { name: 'settings-agents-1440-dark', path: '/settings/agents' },
    { name: 'settings-agents-390-light', path: '/settings/agents', ...phone, ...light },
    { name: 'settings-about-1440-dark', path: '/settings/about' },
  ]
}

function panelsOf(asking: string): readonly Shot[] {
  const path = '/board'
  return [
    { name: 'launch-1440-dark', path, prepare: fillLaunch },
    { name: 'launch-390-light', path, ...phone, ...light, prepare: fillLaunch },
    { name: 'launch-guest-1440-dark', path, isGuest: true, prepare: pressing('c') },
    { name: 'why-1440-dark', path, prepare: (page) => openFrom(page, asking, 'why') },
    { name: 'why-390-dark', path, ...phone, prepare: (page) => openFrom(page, asking, 'why') },
    { name: 'attach-1440-dark', path, prepare: (page) => openFrom(page, asking, 'Other ways to attach') },
    { name: 'palette-1440-dark', path, prepare: searchFor('ledger') },
    { name: 'keys-1440-dark', path, prepare: pressing('?') },
  ]
}

function terminalsOf(session: string): readonly Shot[] {
  const path = `/terminal/${session}`
  return [
    { name: 'terminal-1440-dark', path, prepare: isAttached },
    { name: 'terminal-1440-light', path, ...light, prepare: isAttached },
    { name: 'terminal-390-light', path, ...phone, ...light, prepare: isAttached },
  ]
}

async function takeEmpty(take: Camera): Promise<void> {
  await using home = await makeHome()
  await using service = await startService(home)
  const path = '/board'
  await take(service, [
    { name: 'empty-1440-dark', path },
    { name: 'empty-1440-light', path, ...light },
    { name: 'empty-390-dark', path, ...phone },
    { name: 'empty-390-light', path, ...phone, ...light },
  ])
}

async function takeHuge(take: Camera): Promise<void> {
  await using home = await makeHome()
  await using service = await startService(home)
  await fillUp(service, hugeCount)
  await take(service, [
    { name: 'huge-1440-dark', path: '/board' },
    { name: 'huge-1440-light', path: '/board', ...light },
    { name: 'huge-390-dark', path: '/board', ...phone },
    { name: 'huge-390-light', path: '/board', ...phone, ...light },
  ])
}

async function isAttached(page: Page): Promise<void> {
  await page.getByText('attached', { exact: true }).waitFor()
}

async function fillLaunch(page: Page): Promise<void> {
  await pressing('c')(page)
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.getByRole('radio').first().waitFor({ state: 'attached' })
  const values = {
    Prompt: 'Find out why the nightly build takes twice as long since Monday, and say what to do about it.',
    Task: 'T-130',
    'tmux session': 'agent-claude-ledger',
  }
  for (const [name, value] of Object.entries(values))
    await dialog.getByRole('textbox', { name, exact: true }).fill(value)
}

async function openFrom(page: Page, id: string, button: string): Promise<void> {
  await cardOf(page, id).hover()
  await cardOf(page, id)
    .getByRole('button', { name: new RegExp(`^${button}`) })
    .click()
  await page.getByRole('dialog').waitFor()
  await settle(page)
}

function searchFor(text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await pressing('Control+k')(page)
    await page.getByRole('combobox').fill(text)
    await page.getByRole('option').first().waitFor()
  }
}

/** Opens a dialog by its key. */
function pressing(key: string): (page: Page) => Promise<void> {
  return async (page) => {
    await settle(page)
    await page.keyboard.press(key)
    await page.getByRole('dialog').waitFor()
    await settle(page)
  }
}
