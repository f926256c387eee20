// A terminal fits its window at once, however it was opened: the line that one types in is never cut off.
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { cardOf, signIn } from '../support/browser.ts'
import { launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { until } from '../support/until.ts'

const at = journey()
const pictures = process.env.ORRERY_PICTURES

/** Fills the terminal and tells its size in the last line, each time that it changes. */
const rulers = String.raw`tell() { set -- $(stty size); printf '\033[2J\033[%s;%sH#\033[%s;1H%sx%s' "$1" "$2" "$1" "$2" "$1"; }
trap tell WINCH; tell; while :; do sleep 0.1; done`

let launched = 0
async function launchRuler(): Promise<string> {
  launched += 1
  const request = {
    agent_type: 'shell',
    session_name: `agent-ruler-${launched}`,
    prompt: rulers,
    label: `Ruler ${launched}`,
  }
  return sessionOf(await launch(at.service, request)).id
}

/** Where the emulator's last row and column end, and the window does, once the program has drawn what fits. */
async function assertFits(page: Page, what: string): Promise<void> {
  await page.getByText('attached', { exact: true }).waitFor()
  const measured = await until(`${what}: the last row is drawn in the size of the emulator`, async () => {
    const found = await measure(page)
    return found.text.startsWith(`${found.columns}x${found.rows}`) && found.text.endsWith('#') ? found : null
  }).catch(async (error: unknown) => {
    throw new Error(`${String(error)}; ${JSON.stringify(await measure(page))}`, { cause: error })
  })
  const { right, bottom, hostRight, hostBottom, width, height, scrolls, cell } = measured
  const told = `${what}: ${JSON.stringify(measured)}`
  assert.ok(right <= width && bottom <= height, told)
  assert.ok(right <= hostRight + 0.5 && bottom <= hostBottom + 0.5, told)
  // It fills its place, too: no further row would fit.
  assert.ok(hostBottom - bottom < cell + 1, told)
  assert.equal(scrolls, false, told)
}

const measuredSchema = z.object({
  text: z.string(),
  columns: z.number(),
  rows: z.number(),
  cell: z.number(),
  right: z.number(),
  bottom: z.number(),
  hostRight: z.number(),
  hostBottom: z.number(),
  width: z.number(),
  height: z.number(),
  scrolls: z.boolean(),
})

async function measure(page: Page): Promise<z.infer<typeof measuredSchema>> {
  return measuredSchema.parse(await page.evaluate(measuring))
}

/** In the page: the screen, its last line and what is around it. */
const measuring = `(() => {
  const screen = document.querySelector('.xterm-screen')?.getBoundingClientRect() ?? new DOMRect()
  const host = document.querySelector('.term-host')?.getBoundingClientRect() ?? new DOMRect()
  const rows = [...document.querySelectorAll('.xterm-rows > div')]
  const text = (rows.at(-1)?.textContent ?? '').replaceAll('\\u00A0', ' ').trimEnd()
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement
  return {
    text,
    columns: text.length,
    rows: rows.length,
    cell: screen.height / Math.max(1, rows.length),
    right: screen.right,
    bottom: screen.bottom,
    hostRight: host.right,
    hostBottom: host.bottom,
    width: innerWidth,
    height: innerHeight,
    scrolls: scrollWidth > clientWidth || scrollHeight > clientHeight,
  }
})()`

const sizes = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1440, 900],
  [2560, 1440],
] as const

test('by its address, at every width', async () => {
  const { page, service } = at
  const id = await launchRuler()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await page.goto(`${service.url}/terminal/${id}`)
    await assertFits(page, `${width} px`)
    await picture(page, `fits-${width}`)
  }
})

test('from a card, which opens a tab, and after the panel was opened and closed', async () => {
  const { page, service } = at
  const id = await launchRuler()
  for (const [width, height] of sizes.filter(([wide]) => wide >= 768)) {
    await page.setViewportSize({ width, height })
    await page.goto(`${service.url}/board`)
    const card = cardOf(page, id)
    await card.getByRole('link', { name: /^Ruler/ }).click()
    await page.getByRole('dialog', { name: /^Session/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: /^Session/ }).waitFor({ state: 'detached' })
    await card.hover()
    const [terminal] = await Promise.all([
      page.context().waitForEvent('page'),
      card.getByRole('link', { name: /^Attach/ }).click(),
    ])
    await assertFits(terminal, `from a card at ${width} px`)
    await terminal.close()
  }
})

test('from the panel on a phone', async () => {
  const id = await launchRuler()
  await using phone = await at.openTab({ device: 'phone' })
  await signIn(phone, at.service, `/board?session=${id}`)
  const [terminal] = await Promise.all([
    phone.page.context().waitForEvent('page'),
    phone.page
      .getByRole('dialog', { name: /^Session/ })
      .getByRole('link', { name: /^Attach/ })
      .tap(),
  ])
  await assertFits(terminal, 'from the panel on a phone')
})

test('at a zoom of 80 and 150 %, which is another window and other pixels', async () => {
  const id = await launchRuler()
  for (const zoom of [0.8, 1.5]) {
    const viewport = { width: Math.round(1440 / zoom), height: Math.round(900 / zoom) }
    await using tab = await at.openTab({ viewport, deviceScaleFactor: zoom })
    await signIn(tab, at.service)
    await tab.page.goto(`${at.service.url}/terminal/${id}`)
    await assertFits(tab.page, `zoom ${zoom}`)
  }
})

test('while its window changes, and when letters come late', async () => {
  const { page, service } = at
  const id = await launchRuler()
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(/geist-mono.*woff2/, async (route) => {
    await held
    await route.continue()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${service.url}/terminal/${id}`)
  await page.getByText('attached', { exact: true }).waitFor()
  letThrough()
  await until('the letters are there', () => page.evaluate(`document.fonts.check('13px "Geist Mono"')`))
  // They are larger: a frame later it has fewer rows.
  await until('it is fitted to them', async () => {
    const { bottom, hostBottom } = await measure(page)
    return bottom <= hostBottom + 0.5
  })
  await assertFits(page, 'with late letters')
  await page.unrouteAll({ behavior: 'wait' })
  for (let width = 1440; width >= 800; width -= 20) await page.setViewportSize({ width, height: 900 - (width % 40) })
  await assertFits(page, 'after many changes')
})

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  await mkdir(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `terminal-${name}.png`) })
}
