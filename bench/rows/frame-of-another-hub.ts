// From an agent's event at one hub to a viewer of another one on the same PostgreSQL.
import { setTimeout as wait } from 'node:timers/promises'
import { openAgent } from '../lib/agents.ts'
import { startHubs } from '../lib/hubs.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { sessionName } from '../lib/requests.ts'
import { percentile } from '../lib/stats.ts'
import { nextChange, openViewers } from '../lib/viewers.ts'

const warmUpEvents = 200
const events = 200
/** Long enough that an event waits for none before it. */
const betweenMs = 20

export const frameOfAnotherHub: Row = {
  name: 'frame-of-another-hub',
  async run() {
    await using hubs = await startHubs(2)
    const [here, there] = hubs.services
    if (here === undefined || there === undefined) throw new Error('there are two hubs')
    await using viewers = await openViewers(there.url, 1)
    await using agent = await openAgent(here.url, 0)
    const tookMs: number[] = []
    for (let event = 0; event < warmUpEvents + events; event++) {
      const seen = nextChange(viewers, ({ value }) => value?.tmux_session === sessionName(0))
      const sentMs = performance.now()
      await agent.speak()
      const took = (await seen) - sentMs
      if (event >= warmUpEvents) tookMs.push(took)
      await wait(betweenMs)
    }
    return [line('p50', percentile(tookMs, 0.5), 10), line('p99', percentile(tookMs, 0.99), 50)]
  },
}

function line(share: string, measured: number, limitMs: number): Line {
  return {
    title: `event to a viewer of another hub, ${share}`,
    unit: 'ms',
    measured,
    bare: null,
    ratio: null,
    goal: atMost(limitMs),
    note: `by PostgreSQL, one event at a time; ${events} events`,
  }
}
