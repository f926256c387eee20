// The replay of a session that wrote 50 MB, in Chromium: until it is seen, until all of it is there, a jump, and its memory.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser, openTab } from '../../test/support/browser.ts'
import { hold } from '../lib/held.ts'
import { atMost, type Goal, type Line, type Row } from '../lib/line.ts'
import { startHub } from '../lib/service.ts'
import { median } from '../lib/stats.ts'
import { launchShell } from '../lib/terminals.ts'

const megabytes = 50
const line =
  '  \u001B[32m✔\u001B[0m captures once when the challenge is retried (41 ms), src/payments/retry.test.ts:58\r\n'
const limitMs = 300_000
/** 40 MB a second. */
const readLimitMs = (megabytes / 40) * 1000

/** Runs in the page before its scripts: when bytes came, when the first of them were drawn, and when all were there. */
const watchPage = `(() => {
  globalThis.bench = {}
  const ask = fetch
  globalThis.fetch = async (...given) => {
    const answer = await ask(...given)
    if (new URL(answer.url).pathname.endsWith('/stream')) bench.came ??= performance.now()
    return answer
  }
  const look = () => {
    const drawn = document.querySelector('.replay-at b') !== null
    if (drawn) bench.drawn ??= performance.now()
    const told = document.querySelector('.replay-output [role=status]')
    if (drawn && told !== null && told.textContent === '') bench.whole ??= performance.now()
    requestAnimationFrame(look)
  }
  look()
})()`

/** A key of the time line, until what it asks for is drawn. */
const jump = (key: string): string => `(async () => {
  const begun = performance.now()
  document.querySelector('.track').dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))
  const frame = () => new Promise(requestAnimationFrame)
  do await frame()
  while (document.querySelector('.replay-screen').getAttribute('aria-busy') === 'true')
  return performance.now() - begun
})()`

export const replay: Row = {
  name: 'replay',
  async run() {
    await using service = await startHub()
    const id = await launchShell(service, 'agent-replayed', 'exec sleep 1000')
    // More than a recorder keeps of one session today: the page is to bear what the format may hold.
    const lines = Math.ceil((megabytes * 1_000_000) / Buffer.byteLength(line))
    appendFileSync(join(service.home, 'logs', `${id}.log`), line.repeat(lines))
    const browser = await openBrowser()
    await using held = hold({ browser }, () => browser.close())
    await using tab = await openTab(held.browser, { bypassCSP: true })
    const login = `localStorage.setItem('orrery.token', ${JSON.stringify(service.accessToken)});`
    await tab.page.addInitScript({ content: login + watchPage })
    await tab.page.goto(`${service.url}/sessions/${id}/replay`)
    await tab.page.waitForFunction('bench.whole !== undefined', undefined, { timeout: limitMs })
    const bench = await tab.page.evaluate<Readonly<Record<'came' | 'drawn' | 'whole', number>>>('bench')
    // The first jump to the end waits for the snapshots before it, as a person would.
    const first = await tab.page.evaluate<number>(jump('End'))
    const jumps: number[] = []
    for (const key of [
      'Home',
      'PageUp',
      'PageUp',
      'PageUp',
      'End',
      'PageDown',
      'PageDown',
      'PageDown',
      'Home',
      'End',
    ]) {
      jumps.push(await tab.page.evaluate<number>(jump(key)))
    }
    const devtools = await tab.page.context().newCDPSession(tab.page)
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage')
    return [
      told('replay, first picture', 'ms', bench.drawn - bench.came, atMost(100), 'from the first byte of 50 MB'),
      told(
        'replay, 50 MB read',
        'ms',
        bench.whole - bench.came,
        atMost(readLimitMs),
        '40 MB a second, with the service that reads and cleans it',
      ),
      told(
        'replay, a jump',
        'ms',
        median(jumps),
        atMost(200),
        `median of ${jumps.length}; the first to the end took ${first.toFixed(0)} ms, while snapshots were made`,
      ),
      told(
        'replay, its page',
        'MB',
        (usedSize + backingStorageSize) / 1_000_000,
        atMost(300),
        'memory of its scripts, and the 50 MB beside it',
      ),
    ]
  },
}

function told(...[title, unit, measured, goal, note]: [string, Line['unit'], number, Goal, string]): Line {
  return { title, unit, measured, bare: null, ratio: null, goal, note }
}
