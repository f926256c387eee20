// The board on a phone with a slow connection: until something of it is seen, and until its cards are; the first time, and
// again with what the worker kept.
import type { Browser } from 'playwright-core'
import { openBrowser, openTab } from '../../test/support/browser.ts'
import { until } from '../../test/support/until.ts'
import { fillBoard } from '../lib/board-cards.ts'
import { hold } from '../lib/held.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { startService, type Service } from '../lib/service.ts'
import { median } from '../lib/stats.ts'

const cards = 50
const loads = 3
/** The worker fetches all of the page, at the speed of the link. */
const keptMs = 180_000

/** What browsers' tools call slow 3G: 400 ms there and back, 400 kbit a second each way. */
const slow = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

export const slowLink: Row = {
  name: 'slow-link',
  async run() {
    await using service = await startService()
    await fillBoard(service, { from: 0, to: cards })
    const browser = await openBrowser()
    await using held = hold({ browser }, () => browser.close())
    const [first, cold, warm]: [number[], number[], number[]] = [[], [], []]
    for (let load = 0; load < loads; load += 1) {
      const took = await openTwice(held.browser, service)
      first.push(took.first)
      cold.push(took.cold)
      warm.push(took.warm)
    }
    // The script alone takes 2.5 s until there are cards.
    const after = `the cards after ${(median(cold) / 1000).toFixed(1)} s`
    return [
      { ...line('first paint', median(first)), goal: atMost(3000), note: `${link}; ${after}` },
      { ...line('cards again', median(warm)), goal: atMost(1000), note: link },
    ]
  },
}

const link = `400 ms and 400 kbit a second, from the address on, ${cards} cards`

function line(title: string, ms: number): Omit<Line, 'goal' | 'note'> {
  return { title: `slow 3G, ${title}`, unit: 'ms', measured: ms, bare: null, ratio: null }
}

async function openTwice(browser: Browser, { url, accessToken }: Pick<Service, 'url' | 'accessToken'>) {
  await using tab = await openTab(browser, { device: 'phone', serviceWorkers: 'allow' })
  const { page } = tab
  const login = `localStorage.setItem('orrery.token', ${JSON.stringify(accessToken)})`
  await page.addInitScript({ content: `${login};${tellsCards}` })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', slow)
  const open = async (): Promise<number> => {
    await page.goto(`${url}/board?col=queued`)
    return await until('cards are seen', () => page.evaluate<number | null>('globalThis.cardsAtMs ?? null'))
  }
  const cold = await open()
  const first = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime")
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)')
  await until('what it needs is kept', () => page.evaluate<boolean>(isKept), keptMs)
  return { first, cold, warm: await open() }
}

/** Runs in the page: when the first frame with cards was drawn, since the address was opened. */
const tellsCards = `new MutationObserver((_, observer) => {
  if (document.querySelector('[data-card]') === null) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => (globalThis.cardsAtMs = performance.now())))
}).observe(document, { childList: true, subtree: true })`

/** Runs in the page: the worker has all scripts that this page was made of. */
const isKept = `Promise.all(performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/assets/')).map(({ name }) => caches.match(name)))
  .then((all) => all.length > 0 && all.every((one) => one !== undefined))`
