// What the service holds at rest, after ten seconds of agents at full speed, and after 200,000 of their events.
import { setTimeout as wait } from 'node:timers/promises'
import { openAgents } from '../lib/agents.ts'
import { agentCount, viewerCount } from '../lib/ingest-load.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { memoryOf } from '../lib/process-usage.ts'
import { startService } from '../lib/service.ts'
import { openViewers } from '../lib/viewers.ts'

/** What belongs to the start, or to the last events, is over by then. */
const settleMs = 2000
const loadMs = 10_000
const manyEvents = 200_000
const eventsPerRound = 1000

export const memory: Row = {
  name: 'memory',
  async run() {
    await using service = await startService()
    await fetch(`${service.url}/api/version`)
    await wait(settleMs)
    const atRest = memoryOf(service.pid)
    await using viewers = await openViewers(service.url, viewerCount)
    await using agents = await openAgents(service.url, agentCount)
    let sent = 0
    const untilMs = performance.now() + loadMs
    for (; performance.now() < untilMs; sent += eventsPerRound) await agents.speak(eventsPerRound)
    const afterLoad = memoryOf(service.pid)
    const note = `${agentCount} agents without a pause, ${viewers.received() > 0 ? viewerCount : 0} viewers; ${sent} events`
    for (; sent < manyEvents; sent += eventsPerRound) await agents.speak(eventsPerRound)
    const afterMany = memoryOf(service.pid)
    await wait(settleMs)
    const settled = memoryOf(service.pid)
    return [
      line('memory at rest', { measured: atRest, limit: 90, note: 'resident, after the start and one request' }),
      line(`memory after ${loadMs / 1000} s of load`, { measured: afterLoad, limit: 130, note }),
      line(`memory after ${manyEvents.toLocaleString('en')} events`, {
        measured: afterMany,
        limit: 140,
        note: `at the last event; ${settled.toFixed(0)} MB ${settleMs / 1000} s later`,
      }),
    ]
  },
}

type Held = { readonly measured: number; readonly limit: number; readonly note: string }

function line(title: string, { measured, limit, note }: Held): Line {
  return { title, unit: 'MB', measured, bare: null, ratio: null, goal: atMost(limit), note }
}
