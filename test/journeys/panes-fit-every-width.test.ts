// The terminal with its two panes and the replay are not cut off anywhere, from a small phone to a wide screen, in both themes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from '../support/axe.ts'
import { cutParts, wideParts } from '../support/fits.ts'
import { ingest, launch, sessionOf } from '../support/http.ts'
import { journey } from '../support/journey.ts'
import { takeBothThemes } from '../support/pictures.ts'

const at = journey({ env: { DEPLOYMENT: 'cloud-fabric' }, tab: { bypassCSP: true, reducedMotion: 'reduce' } })
const long = 'aVeryLongWordWithoutAnyPlaceToBreak'.repeat(4)
let id = ''

at.prepare(async () => {
  const prompt = `for i in $(seq 1 200); do echo "line $i of the tests of ${long}"; done; echo The last words.; sleep 1000`
  const session = sessionOf(
    await launch(at.service, { agent_type: 'shell', label: `Fix ${long}`.slice(0, 80), prompt }),
  )
  id = session.id
  const tools = [
    { name: 'Bash', ok: true, command: `rg -n ${long} src`, directory: `/home/person/${long}` },
    { name: 'Bash', ok: false, command: 'npm test -- retry-after-timeout', directory: `/home/person/${long}` },
    { name: 'Edit', ok: true, file: `src/payments/${long}/idempotency.ts`, directory: `/home/person/${long}` },
  ]
  for (const tool of tools) {
    const told = { tmux_session: session.tmux_session, event: 'tool_use', tool }
    assert.equal((await ingest(at.service, told)).status, 200)
  }
})

// 683 and 960 are 1024 and 1440 at 150 %.
const widths = [320, 390, 683, 768, 960, 1024, 1440, 1920, 2560]
/** Here axe looks, too: a phone and a desk. */
const lookedWidths = new Set([390, 1440])
const picturedWidths = new Set([320, 390, 768, 1440])

const views = {
  terminal: async (page: Page) => {
    await page.goto(`${at.service.url}/terminal/${id}`)
    await page.locator('.xterm-rows', { hasText: 'The last words.' }).waitFor()
  },
  replay: async (page: Page) => {
    await page.goto(`${at.service.url}/sessions/${id}/replay`)
    await page.getByText('1 failure').waitFor()
  },
}

/** On a phone the panes are tabs: each of them is looked at. */
async function panesOf(page: Page): Promise<readonly string[]> {
  return (await page.getByRole('tab', { name: 'Derived' }).isVisible()) ? ['Derived', 'Output'] : ['both']
}

for (const [view, open] of Object.entries(views)) {
  test(`the ${view} fits at every width, in the dark and in the light`, async () => {
    const { page } = at
    await page.setViewportSize({ width: 320, height: 800 })
    await open(page)
    const found: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      for (const pane of await panesOf(page)) {
        if (pane !== 'both')
          await page
            .getByRole('tab')
            .filter({ hasText: pane === 'Derived' ? pane : /Output|Terminal/ })
            .click()
        found.push(...(await lookAt(page, `${width} ${pane}`)))
        if (picturedWidths.has(width)) await takeBothThemes(page, `${view}-${pane}`)
        if (lookedWidths.has(width)) found.push(...(await findBarriers(page)).map((barrier) => `${width}: ${barrier}`))
      }
    }
    assert.deepEqual(found, [])
  })
}

async function lookAt(page: Page, where: string): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    const parts = await page.evaluate<string[]>(`[...${wideParts}, ...${cutParts}]`)
    found.push(...parts.map((part) => `${where}, ${colorScheme}: ${part}`))
  }
  return found
}
