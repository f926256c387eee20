// `npm run pictures`: takes the pictures of the README from the demo, at a moment that is the same each time.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fromIso, secondMs } from '#base/time.ts'
import { makeLoginLink } from '#platform/api.ts'
import { loginLinkSchema } from '#platform/contract.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readEnvironment } from '#platform/server/config/environment.ts'
import { playPast } from '#rooms/demo/server/play-past.ts'
import { openStage, type Stage } from '#rooms/demo/server/stage/stage.ts'
import { liveDot, openBrowser, openTab } from '../test/support/browser.ts'
import { orreryArgv, root } from '../test/support/entry.ts'
import { settle } from './screenshot/camera.ts'

const into = join(root, 'docs/pictures')
const moment = fromIso('2026-11-20T14:30:00.000Z')
/** Taking the pictures takes a while; on the page it is one moment. */
const shownAt = moment + 20 * secondMs
const mostBytes = 200_000

mkdirSync(into, { recursive: true })
const environment = readEnvironment()
await using stage = await openStage({ environment, ownArgv: orreryArgv(), port: 0, clock: systemClock, at: moment })
await playPast(stage)
const browser = await openBrowser()
try {
  for (const device of ['desk', 'phone'] as const)
    for (const colorScheme of ['dark', 'light'] as const) await take(device, colorScheme)
} finally {
  await browser.close()
}

async function take(device: 'desk' | 'phone', colorScheme: 'dark' | 'light'): Promise<void> {
  await using tab = await openTab(browser, { device, colorScheme, reducedMotion: 'reduce' })
  const { page } = tab
  await page.clock.setFixedTime(shownAt)
  await page.goto(await loginLink(stage))
  await page.getByText('This browser is signed in.').waitFor()
  await page.goto(`${stage.service.url}/board`)
  await liveDot(page, 'live').waitFor()
  await settle(page)
  const path = join(into, `board-${device}-${colorScheme}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  const { size } = statSync(path)
  console.log(`${path}: ${size} bytes`)
  if (size > mostBytes) throw new Error(`${path} has more than ${mostBytes} bytes, which a README should not`)
}

async function loginLink({ ask }: Stage): Promise<string> {
  return loginLinkSchema.parse(await ask(makeLoginLink)).url
}
