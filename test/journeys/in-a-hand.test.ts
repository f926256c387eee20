// Every page in a hand: phones of four widths, upright and on their side, in both modes and themes. Fingers hit what they
// mean, nothing lies beside the window, columns are swiped, a keyboard leaves the field in sight, and the page becomes an app.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { liveDot, signIn, type Tab } from '../support/browser.ts'
import { cutParts, missedTargets, wideParts } from '../support/fits.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey, type Place } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'
import { until } from '../support/until.ts'

const at = journey({ device: null })
const phone = { device: 'phone', reducedMotion: 'reduce' } as const
let fabric: Place
let tab: Tab
let asking = ''

at.prepare(async () => {
  fabric = await at.openPlace({ env: { DEPLOYMENT: 'cloud-fabric' } })
  asking = await ask('Ask', at)
  await ask('Ask', fabric)
  tab = await at.openTab(phone)
  await signIn(tab, at.service, '/board')
})

/** A session that waits for a person. */
async function ask(label: string, { service }: Pick<Place, 'service'>): Promise<string> {
  const name = 'agent-asks'
  const prompt = 'while IFS= read -r line; do echo "told: $line"; done'
  const { id } = sessionOf(await launch(service, { agent_type: 'shell', session_name: name, prompt, label }))
  await ingest(service, { tmux_session: name, event: 'to_review', metadata: 'May I?', agent_type: 'shell' })
  return id
}

const everywhere = [
  '/board',
  '/triage',
  '/strands',
  '/strands/priority-triage',
  '/strands?view=calendar',
  '/needs-you',
  '/activity',
  '/history',
  '/search?q=ask',
  '/system',
  '/approvals',
  '/settings/general',
  '/settings/access',
  '/settings/agents',
  '/settings/notifications',
  '/settings/about',
]
const pages: Readonly<Record<'legacy' | 'fabric', readonly string[]>> = {
  legacy: ['/', ...everywhere],
  fabric: [
    '/',
    '/home',
    '/sessions',
    '/devices',
    '/vault/dashboard',
    '/vault/setup',
    '/fuel',
    '/board',
    '/settings/access',
  ],
}

/** Upright, then one on its side. */
const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 430, height: 932 },
  { width: 844, height: 390 },
]

for (const mode of ['legacy', 'fabric'] as const) {
  test(`${mode}: every page is whole on a phone, upright and on its side, and a finger hits what it means`, async () => {
    const { service } = mode === 'legacy' ? at : fabric
    await using own = await at.openTab(phone)
    const { page } = own
    await signIn(own, service, '/board')
    const found: string[] = []
    for (const path of pages[mode]) {
      await page.goto(service.url + path)
      await liveDot(page, 'live').waitFor()
      await page.waitForLoadState('networkidle')
      for (const size of sizes) found.push(...(await lookAt(page, size)).map((line) => `${path} ${line}`))
      await page.setViewportSize({ width: 390, height: 844 })
      await takeBothThemes(page, `hand-${mode}-${path.replaceAll(/[^a-z-]+/g, '_')}`)
    }
    assert.deepEqual(found, [])
  })
}

/** Themes change colours alone, which axe looks at in the journeys of each page: one is enough for what fits. */
async function lookAt(page: Page, { width, height }: (typeof sizes)[number]): Promise<string[]> {
  await page.setViewportSize({ width, height })
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  const targets = width < 768 ? missedTargets : '[]'
  const parts = await page.evaluate<string[]>(`[...${wideParts}, ...${cutParts}, ...${targets}]`)
  return parts.map((part) => `${width} × ${height}: ${part}`)
}

test('a finger that goes sideways leads to the next column, and back', async () => {
  const { page } = tab
  await page.goto(`${at.service.url}/board?col=active`)
  await liveDot(page, 'live').waitFor()
  const shown = page.locator('.column-tabs [aria-selected="true"]')
  await until('it goes on', async () => {
    await swipe(page, 300, 120)
    return (await shown.getAttribute('data-drop')) === 'review'
  })
  await swipe(page, 120, 300)
  await until('it is back', async () => (await shown.getAttribute('data-drop')) === 'active')
})

/** As the browser tells one, with times of its own, however slow the machine is. */
async function swipe(page: Page, from: number, to: number): Promise<void> {
  await page.evaluate(`{
    const target = document.querySelector('.board-body')
    const send = (type, x, atMs) => {
      const touch = new Touch({ identifier: 1, target, clientX: x, clientY: 400 })
      const event = new TouchEvent(type, { bubbles: true, touches: type === 'touchend' ? [] : [touch], changedTouches: [touch] })
      Object.defineProperty(event, 'timeStamp', { value: atMs })
      target.dispatchEvent(event)
    }
    send('touchstart', ${from}, 1000)
    send('touchend', ${to}, 1150)
  }`)
}

test('with a keyboard up, the field of a reply and its Send are in sight', async () => {
  const { page } = tab
  await page.goto(`${at.service.url}/board?session=${asking}`)
  const field = page.getByRole('textbox', { name: 'Reply to Ask' })
  await field.tap()
  // The page asks browsers to make room for their keyboard (interactive-widget): so much is left of it.
  await page.setViewportSize({ width: 390, height: 430 })
  for (const part of [field, page.getByRole('button', { name: 'Send to Ask' })])
    await until('it is in sight', async () => {
      const box = await part.boundingBox()
      return box !== null && box.y >= 0 && box.y + box.height <= 430
    })
  await takeBothThemes(page, 'hand-keyboard')
  await page.setViewportSize({ width: 390, height: 844 })
})

test('what is sent trembles, unless somebody wants less to move', async () => {
  const { page } = tab
  for (const [reducedMotion, trembles] of [
    ['reduce', 0],
    ['no-preference', 1],
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.evaluate('globalThis.trembled = 0; navigator.vibrate = () => (globalThis.trembled += 1, true)')
    await page.getByRole('textbox', { name: 'Reply to Ask' }).fill(`Go on ${trembles}`)
    await page.getByRole('button', { name: 'Send to Ask' }).tap()
    await until('it is sent', async () =>
      (await at.home.tmux('capture-pane', '-p', '-t', '=agent-asks:')).includes(`told: Go on ${trembles}`),
    )
    assert.equal(await page.evaluate('globalThis.trembled'), trembles)
    await ingest(at.service, {
      tmux_session: 'agent-asks',
      event: 'to_review',
      metadata: 'Again?',
      agent_type: 'shell',
    })
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('an offer of the browser is hinted at once a month, and stands in the settings', async () => {
  await using own = await at.openTab(phone)
  const { page } = own
  const offer = `{
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    offer.prompt = async () => { globalThis.wasAsked = true; return { outcome: 'dismissed' } }
    dispatchEvent(offer)
  }`
  await signIn(own, at.service, '/settings/general')
  await page.getByText('In the browser’s menu', { exact: false }).waitFor()
  await page.evaluate(offer)
  const hint = page.getByText('Orrery can be an app of this device.')
  await hint.waitFor()
  await page.reload()
  await liveDot(page, 'live').waitFor()
  await page.evaluate(offer)
  await page.getByRole('button', { name: 'Install', exact: true }).tap()
  await until('the browser asks', () => page.evaluate<boolean>('globalThis.wasAsked === true'))
  await page.getByText('In the browser’s menu', { exact: false }).waitFor()
  assert.equal(await hint.count(), 0)
})

test('on an iPhone the steps are told', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'
  await using own = await at.openTab({ ...phone, userAgent })
  await signIn(own, at.service, '/settings/general')
  await own.page.getByText('press Share, then Add to Home Screen', { exact: false }).first().waitFor()
})
