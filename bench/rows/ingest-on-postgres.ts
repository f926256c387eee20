// An agent's event as hubs take it that share one PostgreSQL: committed there before the answer, and shown on each board.
import { openAgents } from '../lib/agents.ts'
import { startHubs } from '../lib/hubs.ts'
import { atLeast, type Line, type Row } from '../lib/line.ts'
import { cpuOf } from '../lib/process-usage.ts'
import { percentile } from '../lib/stats.ts'
import { openViewers } from '../lib/viewers.ts'

const sizes = [1, 2, 4]
/** Of all hubs together. */
const agents = 8
const warmUpEvents = 4000
const events = 1000
const rounds = 7

export const ingestOnPostgres: Row = {
  name: 'ingest-on-postgres',
  async run() {
    const lines: Line[] = []
    for (const hubs of sizes) lines.push(await measure(hubs))
    return lines
  },
}

async function measure(count: number): Promise<Line> {
  await using hubs = await startHubs(count)
  await using kept = new AsyncDisposableStack()
  const groups = await Promise.all(
    hubs.services.map(async ({ url }) => {
      kept.use(await openViewers(url, 1))
      return kept.use(await openAgents(url, agents / count))
    }),
  )
  const speak = (all: number) => Promise.all(groups.map((group) => group.speak(all / count)))
  await speak(warmUpEvents)
  const cost = { hubs: [] as number[], postgres: [] as number[], perSecond: [] as number[] }
  const used = () => hubs.services.reduce((sum, { pid }) => sum + cpuOf(pid), 0)
  for (let round = 0; round < rounds; round++) {
    const before = { hubs: used(), postgres: hubs.postgres.cpu(), ms: performance.now() }
    await speak(events)
    cost.hubs.push((used() - before.hubs) / events)
    cost.postgres.push((hubs.postgres.cpu() - before.postgres) / events)
    cost.perSecond.push((events / (performance.now() - before.ms)) * 1000)
  }
  const [ours, theirs, perSecond] = [cost.hubs, cost.postgres, cost.perSecond].map((all) => percentile(all, 0.5))
  const shares = `${round(ours)} µs of the hubs and ${round(theirs)} µs of PostgreSQL an event`
  return {
    title: `ingest on PostgreSQL, ${count} ${count === 1 ? 'hub' : 'hubs'}`,
    unit: 'events/s',
    measured: perSecond ?? 0,
    bare: null,
    ratio: null,
    goal: atLeast(1000),
    note: `${agents} agents and a viewer of each hub; CPU ${shares}; all on this machine, median of ${rounds} rounds`,
  }
}

const round = (us: number | undefined): string => (us ?? 0).toFixed(0)
