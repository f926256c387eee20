// From an agent's event to the last of many viewers.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openAgent, type Agent } from '../lib/agents.ts'
import { compareMedians, ratioAtMost, type Line, type Row } from '../lib/line.ts'
import { cpuOf } from '../lib/process-usage.ts'
import { interleave } from '../lib/rounds.ts'
import { startServer, type ServerProcess } from '../lib/server-process.ts'
import { root, startService } from '../lib/service.ts'
import { openViewers, type Viewers } from '../lib/viewers.ts'

/** More events for few viewers, whose times are short and vary more. */
const crowds = [
  { viewers: 1, events: 60 },
  { viewers: 100, events: 40 },
  { viewers: 1000, events: 30 },
] as const
const goal = ratioAtMost(1.5)
/** Not counted, and without pauses: what the compiler of the JavaScript engine does is over then. */
const warmUpEvents = 3000

/** Longer than changes are gathered for, so that each event travels at once. */
const pauseMs = 25

export const broadcast: Row = {
  name: 'broadcast',
  async run() {
    await using service = await startService()
    const frameBytes = await readFrameBytes(service)
    const argv = [process.execPath, join(root, 'bench/bare/broadcast.ts'), String(frameBytes)]
    await using bareServer = await startServer({ argv })
    await warmUp([service, bareServer])
    const lines: Line[] = []
    for (const crowd of crowds) lines.push(...(await measureCrowd({ service, bareServer, ...crowd })))
    return lines
  },
}

/** The reference sends frames of the same size. */
async function readFrameBytes({ url }: ServerProcess): Promise<number> {
  await using agent = await openAgent(url, 0)
  await using viewers = await openViewers(url, 1)
  const frame = new Promise<number>((resolve) => {
    viewers.onFrame = (data) => resolve(data.length)
  })
  await agent.speak()
  // Not `return frame`: the viewer would leave before the frame comes.
  return await frame
}

async function warmUp(servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) {
    await using audience = await openAudience(server, 10)
    for (let event = 0; event < warmUpEvents; event++) await audience.agent.speak()
  }
}

type Crowd = {
  readonly service: ServerProcess
  readonly bareServer: ServerProcess
  readonly viewers: number
  readonly events: number
}

async function measureCrowd({ service, bareServer, viewers, events }: Crowd): Promise<Line[]> {
  await using ours = await openAudience(service, viewers)
  await using bare = await openAudience(bareServer, viewers)
  for (const audience of [ours, bare]) await deliver(audience)
  const cpuBefore = [cpuOf(service.pid), cpuOf(bareServer.pid)] as const
  const measured = await interleave(events, { ours: () => deliver(ours), bare: () => deliver(bare) })
  const costs = [cpuOf(service.pid) - cpuBefore[0], cpuOf(bareServer.pid) - cpuBefore[1]] as const
  const name = viewers === 1 ? '1 viewer' : `${viewers.toLocaleString('en')} viewers`
  const title = `event to last viewer, ${name}`
  const latency = compareMedians({ title, unit: 'ms', ...measured, goal, note: 'one event at a time' })
  if (viewers < 1000) return [latency]
  const cost: Line = {
    title: `CPU a delivery, ${name}`,
    unit: 'µs',
    measured: costs[0] / events / viewers,
    bare: costs[1] / events / viewers,
    ratio: costs[0] / costs[1],
    goal,
    note: `of the server, everything that ${events} events cost it`,
  }
  return [latency, cost]
}

type Audience = AsyncDisposable & { readonly viewers: Viewers; readonly count: number; readonly agent: Agent }

async function openAudience({ url }: ServerProcess, count: number): Promise<Audience> {
  const viewers = await openViewers(url, count)
  const agent = await openAgent(url, 0)
  return {
    viewers,
    count,
    agent,
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]()
      await viewers[Symbol.asyncDispose]()
    },
  }
}

/** Milliseconds until every viewer has the frame of one event. */
async function deliver({ viewers, count, agent }: Audience): Promise<number> {
  await wait(pauseMs)
  const arrived = Promise.withResolvers<number>()
  let missing = count
  viewers.onFrame = () => {
    missing -= 1
    if (missing === 0) arrived.resolve(performance.now())
  }
  const startedMs = performance.now()
  await agent.speak()
  return (await arrived.promise) - startedMs
}
