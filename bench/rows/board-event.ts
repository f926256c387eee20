// What one event costs a board of many cards, with swimlanes and without: all that its page does until nothing moves.
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../test/support/browser.ts'
import { addSession, fillBoard, fillSessions } from '../lib/board-cards.ts'
import { openBoard } from '../lib/board-tab.ts'
import { openConnection } from '../lib/connection.ts'
import { hold } from '../lib/held.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { eventRequest, sessionName } from '../lib/requests.ts'
import { startService, type Service } from '../lib/service.ts'
import { median } from '../lib/stats.ts'

const cards = 2000
const warmUpEvents = 12
const events = 30
/** They run, in the lane that is in sight: a card that is not drawn would cost next to nothing. */
const movedSessions = [5001, 5002] as const
const pauseMs = 50
/** The page, the lists that scroll, heads that stay on top, and dots. */
const mostLayered = 2

const boards = [
  {
    name: 'lanes',
    fill: (service: Service) => fillBoard(service, { from: 0, to: cards }),
    tasks: ['task-201', 'task-202'],
  },
  { name: 'no lanes', fill: (service: Service) => fillSessions(service, cards), tasks: [] },
] as const

export const boardEvent: Row = {
  name: 'board-event',
  async run() {
    const browser = await openBrowser()
    await using held = hold({ browser }, () => browser.close())
    const lines: Line[] = []
    for (const { name, fill, tasks } of boards) {
      await using service = await startService()
      await fill(service)
      for (const [place, index] of movedSessions.entries()) {
        await addSession(service, { index, task_id: tasks[place] ?? null })
      }
      lines.push(...(await measure(name, service, held.browser)))
    }
    return lines
  },
}

async function measure(name: string, service: Service, browser: Browser): Promise<readonly Line[]> {
  await using board = await openBoard(browser, service)
  const layered = await board.layered()
  await using connection = await openConnection(service.url)
  const cpuMs: number[] = []
  const layouts: number[] = []
  for (let turn = 0; turn < warmUpEvents + events; turn++) {
    await wait(pauseMs)
    const event = Math.floor(turn / movedSessions.length) % 2 === 0 ? 'to_review' : 'tool_use'
    const session = movedSessions[turn % movedSessions.length] ?? 0
    const request = eventRequest(service.url, sessionName(session), event)
    const cost = await board.cost(() => connection.exchange(request))
    if (turn < warmUpEvents) continue
    cpuMs.push(cost.cpuMs)
    layouts.push(cost.layouts / cost.frames)
  }
  const line = { bare: null, ratio: null } as const
  const note = `one card that changes its column among ${cards.toLocaleString('en')}; median of ${events}`
  return [
    { ...line, title: `event on a board, ${name}`, unit: 'ms', measured: median(cpuMs), goal: atMost(3), note },
    {
      ...line,
      title: `layouts a frame of changes, ${name}`,
      unit: 'layouts',
      measured: median(layouts),
      goal: atMost(1),
      note: null,
    },
    {
      ...line,
      title: `layers of the board, ${name}`,
      unit: 'windows',
      measured: layered,
      goal: atMost(mostLayered),
      note: 'what all layers cover together',
    },
  ]
}
