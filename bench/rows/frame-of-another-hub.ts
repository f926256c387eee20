// From an agent's event at one hub to viewers of other ones on the same PostgreSQL.
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
    const two = await measure(2, 1)
    const three = await measure(3, 0)
    const [other, slowest] = ['event to a viewer of another hub', 'event to the slowest of three hubs’ boards']
    return [
      line(`${other}, p50`, percentile(two, 0.5), 10),
      line(`${other}, p99`, percentile(two, 0.99), 50),
      line(`${slowest}, p50`, percentile(three, 0.5), 15),
      line(`${slowest}, p99`, percentile(three, 0.99), 50),
    ]
  },
}

/** How long each event of the first of so many hubs took to the last of the boards, one on each hub from `first` on. */
async function measure(count: number, first: 0 | 1): Promise<number[]> {
  await using opened = new AsyncDisposableStack()
  const { services } = opened.use(await startHubs(count))
  const [here] = services
  if (here === undefined) throw new Error('there are hubs')
  const boards = await Promise.all(services.slice(first).map(async ({ url }) => opened.use(await openViewers(url, 1))))
  const agent = opened.use(await openAgent(here.url, 0))
  const tookMs: number[] = []
  for (let event = 0; event < warmUpEvents + events; event++) {
    const seen = boards.map((board) => nextChange(board, ({ value }) => value?.tmux_session === sessionName(0)))
    const sentMs = performance.now()
    await agent.speak()
    const took = Math.max(...(await Promise.all(seen))) - sentMs
    if (event >= warmUpEvents) tookMs.push(took)
    await wait(betweenMs)
  }
  return tookMs
}

function line(title: string, measured: number, limitMs: number): Line {
  return {
    title,
    unit: 'ms',
    measured,
    bare: null,
    ratio: null,
    goal: atMost(limitMs),
    note: `by PostgreSQL, one event at a time; ${events} events`,
  }
}
