// A hub with 100 devices and 1,000 sessions that write 10,000 lines a second, and all of the devices coming back at once.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beatMs, openBareFleet, openFleet, type Driven, type Fleet } from '../lib/device-fleet.ts'
import { atMost, compareMedians, ratioAtMost, type Line, type Row } from '../lib/line.ts'
import { cpuOf, memoryOf } from '../lib/process-usage.ts'
import { interleave } from '../lib/rounds.ts'
import { startServer, type ServerProcess } from '../lib/server-process.ts'
import { root, startHub, temporaryFolder } from '../lib/service.ts'
import { percentile } from '../lib/stats.ts'
import { openViewers, type Viewers } from '../lib/viewers.ts'

const size = { devices: 100, sessions: 10 }
const linesPerSecond = 10_000
const rounds = 9
const eventsPerRound = 40
const betweenEventsMs = 50
/** A hub that is behind for longer than this does not keep up. */
const patienceMs = 120_000
/** What belongs to the start is over by then. */
const settleMs = 2000
/** What belongs to a session's first lines, above all the making of its files, is over by then. */
const firstLinesMs = 3000

export const devices: Row = {
  name: 'devices',
  async run() {
    return [...(await underLoad()), await comingBack()]
  },
}

type Side = { readonly server: ServerProcess; readonly fleet: Driven; readonly viewers: Viewers }

async function underLoad(): Promise<Line[]> {
  await using service = await startHub()
  await using bareServer = await startServer({ argv: [process.execPath, join(root, 'bench/bare/device-relay.ts')] })
  await using fleet = await openFleet(service, size)
  await using bareFleet = await openBareFleet(bareServer.url, size)
  await using viewers = await openViewers(service.url, 1)
  await using bareViewers = await openViewers(bareServer.url, 1)
  await firstLines(fleet)
  await firstLines(bareFleet)
  await allAcknowledged(fleet)
  await wait(settleMs)
  const took = { ours: [] as number[], bare: [] as number[] }
  const cost = { lines: 0, us: 0, wallUs: 0 }
  const measure = async (side: Side, into: number[]): Promise<number> => {
    const [cpuUs, startedMs] = [cpuOf(side.server.pid), performance.now()]
    const stop = side.fleet.flood(linesPerSecond)
    into.push(...(await toViewer(side)))
    const lines = stop()
    if (side.fleet !== fleet) return 0
    // What the hub still has to write belongs to the round.
    await allAcknowledged(fleet)
    cost.lines += lines
    cost.us += cpuOf(side.server.pid) - cpuUs
    cost.wallUs += (performance.now() - startedMs) * 1000
    return 0
  }
  await interleave(rounds, {
    ours: () => measure({ server: service, fleet, viewers }, took.ours),
    bare: () => measure({ server: bareServer, fleet: bareFleet, viewers: bareViewers }, took.bare),
  })
  const perLine = cost.us / cost.lines
  const note = `${perLine.toFixed(0)} µs a line, ${size.devices} devices, ${size.devices * size.sessions} sessions`
  const [p99, bareP99] = [percentile(took.ours, 0.99), percentile(took.bare, 0.99)]
  return [
    line('hub, 10,000 lines/s of devices', { unit: '%', measured: (perLine * linesPerSecond) / 1e4, limit: 100, note }),
    {
      title: 'envelope of a device to a viewer, p99',
      unit: 'ms',
      measured: p99,
      bare: bareP99,
      ratio: p99 / bareP99,
      goal: atMost(100),
      note: `${took.ours.length} events while all of that is written`,
    },
    compareMedians({
      title: 'envelope of a device to a viewer, p50',
      unit: 'ms',
      ...took,
      goal: ratioAtMost(2),
      note: 'beside a bare relay of the same flood',
    }),
    line('memory of a hub with 100 devices', {
      unit: 'MB',
      measured: memoryOf(service.pid),
      limit: 300,
      note: `resident, after ${cost.lines.toLocaleString('en')} lines`,
    }),
  ]
}

/** Each session prints, and says something once. */
async function firstLines(fleet: Driven): Promise<void> {
  const stop = fleet.flood(linesPerSecond)
  for (let one = 0; one < size.devices * size.sessions; one += 1) fleet.speak()
  await wait(firstLinesMs)
  stop()
}

/** Rejects for a hub that does not come to an end with what it was sent. */
async function allAcknowledged(fleet: Fleet): Promise<void> {
  const untilMs = performance.now() + patienceMs
  while (fleet.unacknowledged() > 0) {
    if (performance.now() > untilMs) throw new Error(`${fleet.unacknowledged()} envelopes were not acknowledged`)
    await wait(betweenEventsMs)
  }
}

/** Milliseconds from a device's event to the viewer, one after the other. */
async function toViewer({ fleet, viewers }: Side): Promise<number[]> {
  const took: number[] = []
  for (let event = 0; event < eventsPerRound; event += 1) {
    // At any moment of the beat in which the fleet writes: by an even wait each would come at the same.
    await wait(betweenEventsMs + Math.random() * 2 * beatMs)
    const seen = Promise.withResolvers<number>()
    const startedMs = performance.now()
    const id = fleet.speak()
    viewers.onFrame = (frame) => {
      if (frame.includes(`"${id}"`)) seen.resolve(performance.now())
    }
    took.push((await seen.promise) - startedMs)
  }
  viewers.onFrame = () => {}
  return took
}

async function comingBack(): Promise<Line> {
  await using folder = temporaryFolder()
  const told = join(folder.path, 'longest')
  const probe = `--import ${join(root, 'bench/lib/loop-probe.mjs')}`
  await using service = await startHub({
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${probe}`,
    ORRERY_LOOP_PROBE: told,
  })
  await using fleet = await openFleet(service, size)
  // The first time compiles what the next ones run.
  await fleet.reconnect()
  await wait(settleMs)
  process.kill(service.pid, 'SIGUSR2')
  await wait(100)
  await fleet.reconnect()
  process.kill(service.pid, 'SIGUSR2')
  while (!existsSync(told)) await wait(10)
  return line('longest stall while 100 devices come back', {
    unit: 'ms',
    measured: Number(readFileSync(told, 'utf8')),
    limit: 50,
    note: 'one turn of the event loop of the hub, in time of the processor; all dial at once, each with ten runs',
  })
}

type Measured = {
  readonly unit: Line['unit']
  readonly measured: number
  readonly limit: number
  readonly note: string
}

function line(title: string, { unit, measured, limit, note }: Measured): Line {
  return { title, unit, measured, bare: null, ratio: null, goal: atMost(limit), note }
}
