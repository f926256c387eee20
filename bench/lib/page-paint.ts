// What it costs a browser to show a page, against the markup of that very page without its scripts.
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../test/support/browser.ts'
import { fillSessions } from './board-cards.ts'
import { openBoard, paintStatic, type Paint, type Shown } from './board-tab.ts'
import { hold } from './held.ts'
import { atMost, compareMedians, type Goal, type Line, type Row } from './line.ts'
import { interleave } from './rounds.ts'
import { startService, type Service } from './service.ts'
import { median } from './stats.ts'

const loads = 5

/** How many sessions the pages beside the board are opened with. */
const sessions = 2000
const pageGoal = atMost(100)

/** Set once the snapshot was taken in: a quarter of the sessions waits for a person. */
const counted = '#root:has(.needbtn .count)'

type PageRow = {
  /** Also the title of its line. */
  readonly page: string
  readonly path: string
  /** A selector of what the page draws from its own answer. */
  readonly own: string
  /** The address of that answer, which may come before the snapshot or after it. */
  readonly answer: string
}

/**
 * A page that draws from an answer of its own while the sessions arrive: from the first of the two to the end of the first
 * frame that holds both, whichever comes last.
 */
export function pagePaintRow({ page, path, own, answer }: PageRow): Row {
  return {
    name: `${page.toLowerCase()}-paint`,
    async run() {
      await using service = await startService()
      await fillSessions(service, sessions)
      const browser = await openBrowser()
      await using held = hold({ browser }, () => browser.close())
      const title = `${page}, ${sessions.toLocaleString('en')} sessions`
      const shown = { path, painted: `${counted} ${own}`, answer }
      return [await measurePaint({ service, browser: held.browser, shown, title, goal: pageGoal })]
    },
  }
}

type Measured = {
  readonly service: Service
  readonly browser: Browser
  readonly shown: Shown
  readonly title: string
  readonly goal: Goal
}

/** In time of the page's main thread: from its first data to the end of the frame that shows it. */
export async function measurePaint({ service, browser, shown, title, goal }: Measured): Promise<Line> {
  const wallMs: number[] = []
  const paintOurs = async (): Promise<Paint> => {
    await using tab = await openBoard(browser, service, shown)
    return tab.paint
  }
  const { html, cards } = await paintOurs()
  const measured = await interleave(loads, {
    async ours() {
      const paint = await paintOurs()
      wallMs.push(paint.wallMs)
      return paint.cpuMs
    },
    bare: async () => (await paintStatic(browser, service, html)).cpuMs,
  })
  const drawn = cards === 0 ? '' : `, ${cards} cards drawn`
  const note = `main thread, from the first data to the frame that shows it; ${median(wallMs).toFixed(0)} ms by the wall${drawn}; bare is its markup alone`
  return compareMedians({ title, unit: 'ms', ...measured, goal, note })
}
