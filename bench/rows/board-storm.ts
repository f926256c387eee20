// A thousand events a second against two open boards: how long a page can't answer.
import { setTimeout as wait } from 'node:timers/promises'
import { openBrowser } from '../../test/support/browser.ts'
import { openAgents } from '../lib/agents.ts'
import { openBoard } from '../lib/board-tab.ts'
import { hold } from '../lib/held.ts'
import { atMost, type Row } from '../lib/line.ts'
import { startService } from '../lib/service.ts'

const agentCount = 50
const seconds = 10
const eventsPerTick = 100
const tickMs = 100

export const boardStorm: Row = {
  name: 'board-storm',
  async run() {
    await using service = await startService()
    await using agents = await openAgents(service.url, agentCount)
    const browser = await openBrowser()
    await using held = hold({ browser }, () => browser.close())
    await using left = await openBoard(held.browser, service)
    await using right = await openBoard(held.browser, service)
    let tookMs = 0
    const measured = await right.longestTask(async () => {
      const startedMs = performance.now()
      for (let tick = 0; tick < (seconds * 1000) / tickMs; tick++) {
        await wait(Math.max(0, startedMs + tick * tickMs - performance.now()))
        await agents.speak(eventsPerTick)
      }
      tookMs = performance.now() - startedMs
    })
    return [
      {
        title: 'longest task in a storm',
        unit: 'ms',
        measured,
        bare: null,
        ratio: null,
        goal: atMost(200),
        note: `main thread of two boards with ${left.paint.cards} cards, ${rate(tookMs)} events a second for ${(tookMs / 1000).toFixed(0)} s`,
      },
    ]
  },
}

/** A machine that is busy with other things falls short of the thousand. */
function rate(tookMs: number): string {
  return Math.round((seconds * 1_000_000 * eventsPerTick) / tickMs / tookMs).toLocaleString('en')
}
