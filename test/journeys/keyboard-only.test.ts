// Everything a person does on the board, without a pointer: the focus is always somewhere, seen, and comes back.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Session } from '#rooms/sessions/contract.ts'
import { cardIn, cardOf } from '../support/browser.ts'
import { ingest, launch, listSessions, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey()
/** Running for longer, running, awaiting review for longer, awaiting review. */
let sessions: { readonly older: Session; readonly newer: Session; readonly first: Session; readonly second: Session }

at.prepare(async () => {
  const { service } = at
  sessions = {
    older: await start('agent-older'),
    newer: await start('agent-newer'),
    first: await start('agent-first'),
    second: await start('agent-second'),
  }
  await ingest(service, { session_id: sessions.first.id, event: 'to_review', metadata: 'First question' })
  await ingest(service, { session_id: sessions.second.id, event: 'to_review', metadata: 'Second question' })
})

beforeEach(async () => {
  const { page, service } = at
  await page.goto(`${service.url}/board`)
  await cardOf(page, sessions.first.id).waitFor()
  // Parts of the page that come later take no focus away any more.
  await page.waitForLoadState('networkidle')
})

test('j, k, h and l go from card to card, and n to whoever needs a person next', async () => {
  const { page } = at
  const { older, newer, first, second } = sessions
  const steps: [string, Session][] = [
    ['n', first],
    ['n', second],
    ['n', first],
    ['j', second],
    ['j', second],
    ['k', first],
    ['h', newer],
    ['j', older],
    ['l', second],
  ]
  for (const [key, session] of steps) {
    await page.keyboard.press(key)
    await focusIsOn(session)
  }
})

test('Enter opens a card’s panel, Esc closes it, and the focus is back on the card', async () => {
  const { page } = at
  await page.keyboard.press('n')
  await focusIsOn(sessions.first)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: /^Session/ })
  await panel.getByRole('heading', { name: 'Facts' }).waitFor()
  assert.ok(page.url().includes(`session=${sessions.first.id}`))
  await until('the focus in the panel', () => isFocusIn('.drawer'))
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  assert.ok(!page.url().includes('session='))
  await focusIsOn(sessions.first)
})

test('w tells why, A how to attach elsewhere, and Esc gives the focus back; a opens the terminal', async () => {
  const { page } = at
  await page.keyboard.press('n')
  for (const [key, name] of [
    ['w', /^Why/],
    ['A', /^Attach/],
  ] as const) {
    await focusIsOn(sessions.first)
    await page.keyboard.press(key)
    const panel = page.getByRole('dialog', { name })
    await panel.waitFor()
    await until(`the focus in ${name}`, () => isFocusIn('.pop'))
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }
  await focusIsOn(sessions.first)
  const [terminal] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('a')])
  await terminal.waitForURL(`**/terminal/${sessions.first.id}`)
  await terminal.close()
})

test('c opens the launch dialog, which is filled and sent by keys; the focus returns, and the palette opens the new session', async () => {
  const { page, service } = at
  await page.keyboard.press('n')
  await focusIsOn(sessions.first)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Launch agent' })
  await dialog.getByRole('radio').first().waitFor({ state: 'attached' })
  await until('the focus in the prompt', () => isFocusIn('textarea'))
  // Where the agent is not installed, the command that installs it stands between.
  await until('the focus on the agents', async () => {
    if (!(await isFocusIn('input[type="radio"]'))) await page.keyboard.press('Shift+Tab')
    return isFocusIn('input[type="radio"]')
  })
  while (!(await dialog.getByRole('radio', { name: /^shell/ }).isChecked())) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.type('sleep 300')
  await tabTo('Label')
  await page.keyboard.type('By keys alone')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  const made = await until('the session', async () =>
    (await listSessions(service)).find(({ label }) => label === 'By keys alone'),
  )
  await cardIn(page, 'active', made.id).waitFor()
  await focusIsOn(sessions.first)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run' }).fill('open by keys alone')
  await page.getByRole('option', { name: 'Open: By keys alone' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Session By keys alone' }).waitFor()
  await page.keyboard.press('Escape')
})

test('an action of a card is reached by Tab, and z undoes a Dismiss', async () => {
  const { page } = at
  const session = await start('agent-dismissed', 'true')
  await cardIn(page, 'review', session.id).waitFor()
  await page.keyboard.press('n')
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('j')
  while ((await focusedCard()) !== session.id) await page.keyboard.press('j')
  await tabTo(/^Dismiss/)
  await page.keyboard.press('Enter')
  await cardOf(page, session.id).waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await cardIn(page, 'review', session.id).waitFor()
})

test('Ctrl+K finds sessions and commands, ? shows all keys, and g goes to pages', async () => {
  const { page } = at
  await page.keyboard.press('n')
  await focusIsOn(sessions.first)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run' })
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.type('agent-newer')
  await palette.getByRole('option', { name: /agent-newer/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^Session/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^Session/ }).waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  await until('the focus on a card', async () => (await focusedCard()) !== null)

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByText('Go to the next that needs you').waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })

  for (const [key, path] of [
    ['s', '/settings'],
    ['h', '/'],
    ['b', '/board'],
  ]) {
    await page.keyboard.press('g')
    await page.keyboard.press(key ?? '')
    await until(`the page ${path}`, () => new URL(page.url()).pathname === path)
  }
})

test('/ filters, Esc clears the filter and then leaves it, and keys typed there are only text', async () => {
  const { page } = at
  await page.keyboard.press('/')
  await until('the focus in the filter', () => isFocusIn('.filters input'))
  await page.keyboard.type('agent-newer')
  await cardOf(page, sessions.older.id).waitFor({ state: 'detached' })
  await cardOf(page, sessions.newer.id).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.keyboard.press('Escape')
  await cardOf(page, sessions.older.id).waitFor()
  await page.keyboard.press('Escape')
  await until('the focus out of the filter', async () => !(await isFocusIn('.filters input')))
})

test('every stop of Tab is marked on the board, at home, on strands, in the settings and in the launch dialog', async () => {
  const { page, service } = at
  for (const path of ['/board', '/', '/settings/general', '/settings/access', '/settings/agents']) {
    await page.goto(service.url + path)
    await page.getByRole('heading').first().waitFor({ state: 'attached' })
    await everyStopIsMarked(path, 12)
  }
  await page.goto(`${service.url}/strands/docs-drift-check`)
  await page.locator('.dag .node').first().waitFor()
  await everyStopIsMarked('a strand', 20)
  await page.goto(`${service.url}/board`)
  await cardOf(page, sessions.first.id).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByRole('radio').first().waitFor({ state: 'attached' })
  await everyStopIsMarked('the launch dialog', 12)
  await until('the focus in the modal dialog, which keeps it', () => isFocusIn('[role="dialog"]'))
  await page.keyboard.press('Escape')
})

async function start(name: string, prompt = 'sleep 300'): Promise<Session> {
  const { service } = at
  return sessionOf(await launch(service, { agent_type: 'shell', prompt, session_name: name, label: `The ${name}` }))
}

function focusedCard(): Promise<string | null> {
  const { page } = at
  return page.evaluate("document.activeElement?.closest('[data-card]')?.getAttribute('data-card') ?? null")
}

async function focusIsOn({ id, label }: Session): Promise<void> {
  await until(`the focus on ${label}`, async () => (await focusedCard()) === id)
}

function isFocusIn(selector: string): Promise<boolean> {
  const { page } = at
  return page.evaluate(`document.activeElement?.closest('${selector}') !== null`)
}

const mostStops = 30

async function tabTo(name: string | RegExp): Promise<void> {
  const { page } = at
  for (let stops = 0; stops < mostStops; stops++) {
    await page.keyboard.press('Tab')
    const label: string = await page.evaluate(`(() => {
      const at = document.activeElement
      return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? ''
    })()`)
    if (typeof name === 'string' ? label.trim() === name : name.test(label)) return
  }
  assert.fail(`no stop of Tab is called ${String(name)}`)
}

type Stop = { readonly what: string; readonly isMarked: boolean }

/** What has the focus, and whether an outline of itself, or of a frame close around it, shows it. */
const readStop = `(() => {
  const at = document.activeElement
  if (at === null || at === document.body) return { what: 'nothing', isMarked: true }
  const frames = [at, at.parentElement, at.parentElement?.parentElement].filter((node) => node && node !== document.body)
  const isMarked = frames.some((node) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(node)
    return outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)')
  })
  const name = at.getAttribute('aria-label') ?? at.textContent ?? ''
  return { what: at.tagName + ' ' + name.trim().slice(0, 40), isMarked }
})()`

async function everyStopIsMarked(where: string, stops: number): Promise<void> {
  const { page } = at
  for (let at = 0; at < stops; at++) {
    await page.keyboard.press('Tab')
    const { what, isMarked } = await page.evaluate<Stop>(readStop)
    assert.ok(isMarked, `${where}: the focus on ${what} can't be seen`)
  }
}
