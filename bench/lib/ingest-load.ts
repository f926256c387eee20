// Servers under the load of eight agents, measured turn by turn: what one event costs the server's process.
import { join } from 'node:path'
import { openAgents, type Agents } from './agents.ts'
import { cpuOf } from './process-usage.ts'
import { interleave } from './rounds.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { root } from './service.ts'
import { openViewers, type Viewers } from './viewers.ts'

export const agentCount = 8
export const viewerCount = 10

/** Until the compiler of the JavaScript engine has seen enough. */
const warmUpEvents = 20_000
const eventsPerRound = 3000
const rounds = 13

export type Load = {
  /** CPU microseconds of the server for one event, by round. */
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  /** Events a second as the clients saw them, by round. */
  readonly oursPerSecond: readonly number[]
  readonly barePerSecond: readonly number[]
  /** Frames that a viewer got for each thousand events. */
  readonly framesPerThousand: number
}

/** Loads the server, with ten viewers, against the bare one without any. Both stay open. */
export async function measureIngest(server: ServerProcess): Promise<Load> {
  await using bareServer = await startServer({ argv: [process.execPath, join(root, 'bench/bare/ingest.ts')] })
  await using viewers = await openViewers(server.url, viewerCount)
  await using ours = await openAgents(server.url, agentCount)
  await using bare = await openAgents(bareServer.url, agentCount)
  for (const agents of [ours, bare]) await agents.speak(warmUpEvents)
  const framesBefore = viewers.received()
  const perSecond = { ours: [] as number[], bare: [] as number[] }
  const measured = await interleave(rounds, {
    ours: () => sendRound({ agents: ours, pid: server.pid, perSecond: perSecond.ours }),
    bare: () => sendRound({ agents: bare, pid: bareServer.pid, perSecond: perSecond.bare }),
  })
  const frames = (viewers.received() - framesBefore) / viewerCount
  await expectFrames(viewers)
  return {
    ...measured,
    oursPerSecond: perSecond.ours,
    barePerSecond: perSecond.bare,
    framesPerThousand: (frames / (rounds * eventsPerRound)) * 1000,
  }
}

type Round = { readonly agents: Agents; readonly pid: number; readonly perSecond: number[] }

async function sendRound({ agents, pid, perSecond }: Round): Promise<number> {
  const startedMs = performance.now()
  const before = cpuOf(pid)
  await agents.speak(eventsPerRound)
  const cost = (cpuOf(pid) - before) / eventsPerRound
  perSecond.push((eventsPerRound / (performance.now() - startedMs)) * 1000)
  return cost
}

/** A server that told its viewers nothing would look fast. */
async function expectFrames(viewers: Viewers): Promise<void> {
  if (viewers.received() < viewerCount * rounds) throw new Error('the viewers did not hear of the events')
}
