// The cockpit in Chromium with a hundred machines and three hundred sessions: until it is seen, what its motion costs the page's
// main thread, and that it draws nothing where nothing moves or nobody can see it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { hide } from '../../test/support/cockpit-page.ts'
import { openBrowser, openTab } from '../../test/support/browser.ts'
import { openFleet } from '../lib/device-fleet.ts'
import { countFrames } from '../lib/drawn-frames.ts'
import { hold } from '../lib/held.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { measurePaint } from '../lib/page-paint.ts'
import { startHub, type Service } from '../lib/service.ts'

const size = { devices: 100, sessions: 3 }
const watchedMs = 4000
const framesASecond = 60

export const cockpit: Row = {
  name: 'cockpit',
  async run() {
    await using hub = await startHub()
    await using fleet = await openFleet(hub, size)
    const browser = await openBrowser()
    await using held = hold({ browser }, () => browser.close())
    const title = 'cockpit, 100 devices, 300 ships'
    const shown = { path: '/', painted: '.sculpture .ring .ship', answer: null }
    const paint = await measurePaint({ service: hub, browser: held.browser, shown, title, goal: atMost(150) })
    const watch = (how: Watched) => watchFrames(held.browser, hub, how)
    const [moving, reduced, hidden] = [await watch('moving'), await watch('reduced'), await watch('hidden')]
    await fleet.finish()
    const ended = await watch('ended')
    const frames = { unit: 'frames', limit: 0 } as const
    const told = `in ${watchedMs / 1000} s`
    return [
      paint,
      line({
        title: 'cockpit, a frame in motion',
        unit: 'ms',
        measured: moving.cpuMs / ((watchedMs / 1000) * framesASecond),
        limit: 4,
        note: `main thread; heartbeats and clocks go on meanwhile; ${moving.frames} frames ${told}, ${moving.animations} rings turn`,
      }),
      line({
        ...frames,
        title: 'cockpit, frames with reduced motion',
        measured: reduced.frames,
        note: `${told}, all ships on the screen, ${reduced.animations} animations; ${reduced.cpuMs.toFixed(0)} ms of the main thread`,
      }),
      line({
        ...frames,
        title: 'cockpit, frames while nobody works',
        measured: ended.frames,
        note: `${told}, ${ended.animations} animations; ${ended.cpuMs.toFixed(0)} ms of the main thread`,
      }),
      line({
        ...frames,
        title: 'cockpit, frames in a hidden tab',
        measured: hidden.frames,
        note: `${told}, behind another tab; ${hidden.cpuMs.toFixed(0)} ms of the main thread`,
      }),
    ]
  },
}

type Told = Pick<Line, 'title' | 'unit' | 'measured' | 'note'> & { readonly limit: number }

function line({ limit, ...told }: Told): Line {
  return { ...told, bare: null, ratio: null, goal: atMost(limit) }
}

type Watched = 'moving' | 'reduced' | 'hidden' | 'ended'
type Frames = { readonly cpuMs: number; readonly frames: number; readonly animations: number }

/** What the main thread does while somebody looks on, in its own time, and then how many frames are drawn. */
async function watchFrames(browser: Browser, hub: Service, how: Watched): Promise<Frames> {
  await using tab = await openTab(browser, how === 'reduced' ? { reducedMotion: 'reduce' } : {})
  const { page } = tab
  const login = `localStorage.setItem('orrery.token', ${JSON.stringify(hub.accessToken)})`
  await page.addInitScript({ content: login })
  await page.goto(hub.url)
  await page
    .locator(how === 'ended' ? '.sculpture .planet-button' : '.sculpture .ring .ship')
    .first()
    .waitFor()
  if (how === 'ended') await page.locator('.sculpture .ship').first().waitFor({ state: 'detached' })
  const devtools = await page.context().newCDPSession(page)
  if (how === 'hidden') await putBehind(page, devtools)
  await wait(watchedMs / 4)
  const cpuMs = await spentIn(devtools, () => wait(watchedMs))
  const frames = await countFrames(browser, page, () => wait(watchedMs))
  return { cpuMs, frames, animations: await turning(page) }
}

/** Another tab is in front. A browser of tests does not tell the page, which it would tell anybody. */
async function putBehind(page: Page, devtools: CDPSession): Promise<void> {
  await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: false })
  const other = await page.context().newPage()
  await other.bringToFront()
  await hide(page, 'hidden')
}

async function spentIn(devtools: CDPSession, act: () => Promise<unknown>): Promise<number> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await spent()
  await act()
  return (await spent()) - before
}

function turning(page: Page): Promise<number> {
  return page.evaluate<number>(
    `document.getAnimations().filter(({ animationName }) => animationName === 'circle').length`,
  )
}
