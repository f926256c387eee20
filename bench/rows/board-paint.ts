// The board of many cards in Chromium: until it is seen, what a change costs it, and how much script it needs.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../test/support/browser.ts'
import { mostKilobytes, readEagerScripts, weigh } from '../../tools/eager-scripts.ts'
import { fillBoard } from '../lib/board-cards.ts'
import { board, openBoard } from '../lib/board-tab.ts'
import { openConnection } from '../lib/connection.ts'
import { hold } from '../lib/held.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { measurePaint } from '../lib/page-paint.ts'
import { eventRequest, sessionName } from '../lib/requests.ts'
import { root, startService, type Service } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'

const sizes = [2000, 10_000] as const

/** Each moves a session's card from one column to another. */
const patches = 120
const warmUpPatches = 40
const movedSessions = 20
/** After this pause the next change travels at once, and the page has come to rest. */
const pauseMs = 30

const paintGoal = atMost(150)
const patchGoal = atMost(2)
const scriptGoal = atMost(mostKilobytes)

/**
 * First paint counts from the arrival of the snapshot at the page to the end of the first frame that shows cards; the
 * reference puts the markup of that very frame into an empty page of the same styles.
 */
export const boardPaint: Row = {
  name: 'board-paint',
  async run() {
    await using service = await startService()
    await using held = await startBrowser()
    const lines: Line[] = []
    let filled = 0
    for (const cards of sizes) {
      await fillBoard(service, { from: filled, to: cards })
      filled = cards
      const title = `first paint, ${cards.toLocaleString('en')} cards`
      lines.push(await measurePaint({ service, browser: held.browser, shown: board, title, goal: paintGoal }))
      lines.push(...(await measurePatches({ service, browser: held.browser, cards })))
    }
    return [...lines, measureScripts()]
  },
}

async function startBrowser(): Promise<AsyncDisposable & { readonly browser: Browser }> {
  const browser = await openBrowser()
  return hold({ browser }, () => browser.close())
}

type Board = { readonly service: Service; readonly browser: Browser; readonly cards: number }

async function measurePatches({ service, browser, cards }: Board): Promise<Line[]> {
  await using tab = await openBoard(browser, service)
  await using connection = await openConnection(service.url)
  const costs: number[] = []
  for (let turn = 0; turn < warmUpPatches + patches; turn++) {
    await wait(pauseMs)
    const event = Math.floor(turn / movedSessions) % 2 === 0 ? 'to_review' : 'tool_use'
    const request = eventRequest(service.url, sessionName(patchedSession(turn)), event)
    const cost = await tab.patch(() => connection.exchange(request))
    if (turn >= warmUpPatches) costs.push(cost)
  }
  const title = (share: string) => `patch ${share}, ${cards.toLocaleString('en')} cards`
  const line = { unit: 'ms', bare: null, ratio: null, goal: patchGoal } as const
  const note = `script of one card that changes its column; ${costs.length} changes`
  return [
    { ...line, title: title('p50'), measured: median(costs), note: null },
    { ...line, title: title('p99'), measured: percentile(costs, 0.99), note },
  ]
}

/** Those that run already: every fourth that were registered. */
function patchedSession(turn: number): number {
  return (turn % movedSessions) * 4 + 4
}

/** What the board's page loads before it can draw; the terminal comes later. */
function measureScripts(): Line {
  const scripts = readEagerScripts(join(root, 'dist/web'))
  const terminal = scripts.find(({ text }) => text.includes('xterm-'))
  if (terminal !== undefined) throw new Error(`the terminal is loaded with the board, by ${terminal.name}`)
  return {
    title: 'script of the board',
    unit: 'KB',
    measured: weigh(scripts),
    bare: null,
    ratio: null,
    goal: scriptGoal,
    note: `${scripts.length} files, each compressed by gzip; without the terminal`,
  }
}
