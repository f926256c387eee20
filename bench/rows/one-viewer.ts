// From an agent's event to one viewer, at the pace of a few agents and of many, whether or not the last one has arrived.
import { join } from 'node:path'
import { openLoop } from '../lib/open-loop.ts'
import { atMost, ratioAtMost, type Goal, type Line, type Row } from '../lib/line.ts'
import { interleave } from '../lib/rounds.ts'
import { startServer } from '../lib/server-process.ts'
import { root, startService } from '../lib/service.ts'
import { percentile } from '../lib/stats.ts'

/** What a session's frame weighs; the reference sends as much. */
const frameBytes = 1100
const warmUp = { events: 3000, perSecond: 1000 }
const rounds = 3

type Pace = { readonly perSecond: number; readonly events: number; readonly p50: Goal; readonly p99: Goal }

const paces: readonly Pace[] = [
  { perSecond: 20, events: 40, p50: ratioAtMost(1.5), p99: atMost(3) },
  { perSecond: 200, events: 400, p50: atMost(0.6), p99: atMost(2) },
]

export const oneViewer: Row = {
  name: 'one-viewer',
  async run() {
    await using service = await startService()
    const argv = [process.execPath, join(root, 'bench/bare/broadcast.ts'), String(frameBytes)]
    await using bareServer = await startServer({ argv })
    await using ours = await openLoop(service.url)
    await using bare = await openLoop(bareServer.url)
    for (const side of [ours, bare]) await side.send(warmUp.events, warmUp.perSecond)
    const lines: Line[] = []
    for (const pace of paces) {
      const tookMs = { ours: [] as number[], bare: [] as number[] }
      const send = (side: 'ours' | 'bare') => async (): Promise<number> => {
        const took = await { ours, bare }[side].send(pace.events, pace.perSecond)
        return tookMs[side].push(...took)
      }
      await interleave(rounds, { ours: send('ours'), bare: send('bare') })
      lines.push(compare('p50', { pace, ...tookMs }), compare('p99', { pace, ...tookMs }))
    }
    return lines
  },
}

type Took = { readonly pace: Pace; readonly ours: readonly number[]; readonly bare: readonly number[] }

function compare(share: 'p50' | 'p99', { pace, ours, bare }: Took): Line {
  const [measured, reference] = [ours, bare].map((took) => percentile(took, share === 'p50' ? 0.5 : 0.99))
  if (measured === undefined || reference === undefined) throw new Error('there are two sides')
  const title = `event to one viewer, ${pace.perSecond}/s, ${share}`
  const ratio = measured / reference
  return {
    title,
    unit: 'ms',
    measured,
    bare: reference,
    ratio,
    goal: pace[share],
    note: `open loop, ${ours.length} events`,
  }
}
