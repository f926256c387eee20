// One look of the mirror at a gateway with 200 jobs and 10 runs of each: what it costs the service.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startFakeGateway, type FakeGateway } from '#platform/server/gateway/gateway.testkit.ts'
import { rawJob, type Raw } from '#rooms/mirror/mirror.testkit.ts'
import { answerFrom, type Upstream } from '#rooms/mirror/server/room.testkit.ts'
import { atMost, type Line, type Row } from '../lib/line.ts'
import { cpuOf } from '../lib/process-usage.ts'
import { keptPlace, startService } from '../lib/service.ts'
import { median } from '../lib/stats.ts'

const jobCount = 200
const runsPerJob = 10
const cycles = 12
/** The service rests between two cycles; longer than the delay that gathers events. */
const restMs = 600
const sampleMs = 50

const goal = atMost(100)

export const mirrorCycle: Row = {
  name: 'mirror-cycle',
  async run() {
    const upstream: Upstream = { jobs: [], runs: [] }
    await using gateway = await startFakeGateway({ answer: answerFrom(upstream) })
    await using place = keptPlace()
    writeFileSync(join(place.home.path, 'config.json'), JSON.stringify({ gateway: { url: gateway.url } }), {
      mode: 0o600,
    })
    await using service = await startService(place)
    while (gateway.clients() === 0) await wait(sampleMs)
    await rest(service.pid)
    Object.assign(upstream, fill())
    const first = await cycle(service.pid, gateway)
    const later: number[] = []
    for (let round = 0; round < cycles; round++) later.push(await cycle(service.pid, gateway))
    const title = `mirror cycle, ${jobCount} jobs × ${runsPerJob} runs`
    const line = { unit: 'ms', bare: null, ratio: null, goal } as const
    const lines: Line[] = [
      { ...line, title, measured: median(later), note: `CPU of the service, nothing new; median of ${cycles}` },
      {
        ...line,
        title: `${title}, all new`,
        goal: atMost(2000),
        measured: first,
        note: 'with every run and step written',
      },
    ]
    return lines
  },
}

/** CPU of the service from an event of the gateway until it rests again, less what it costs at rest. */
async function cycle(pid: number, gateway: FakeGateway): Promise<number> {
  const atRest = await idleCost(pid)
  const startedMs = performance.now()
  const before = cpuOf(pid)
  gateway.emit('cron', { action: 'updated', jobId: 'x', job: {} })
  await wait(restMs)
  await rest(pid)
  const tookMs = performance.now() - startedMs
  return (cpuOf(pid) - before) / 1000 - atRest * tookMs
}

/** Milliseconds of CPU a millisecond. */
async function idleCost(pid: number): Promise<number> {
  const before = cpuOf(pid)
  const startedMs = performance.now()
  await wait(restMs)
  return (cpuOf(pid) - before) / 1000 / (performance.now() - startedMs)
}

/** Until half a second brings no work worth naming. */
async function rest(pid: number): Promise<void> {
  for (let quiet = 0, last = cpuOf(pid); quiet < 10;) {
    await wait(sampleMs)
    const now = cpuOf(pid)
    quiet = now - last < 2000 ? quiet + 1 : 0
    last = now
  }
}

function fill(): Upstream {
  const jobs: Raw[] = []
  const runs: Raw[] = []
  const hour = 3_600_000
  const newestMs = Math.floor(Date.now() / hour) * hour
  for (let index = 0; index < jobCount; index++) {
    const id = `${index.toString(16).padStart(8, '0')}-0172-42c9-86ac-5642161f3f14`
    const state = { lastRunAtMs: newestMs, nextRunAtMs: newestMs + hour }
    const delivery = index % 2 === 0 ? { mode: 'announce', channel: 'telegram', to: '1' } : { mode: 'none' }
    jobs.push(
      rawJob(id, { delivery, state, payload: { kind: 'agentTurn', message: 'A prompt of some length. '.repeat(20) } }),
    )
    for (let run = 0; run < runsPerJob; run++) runs.push(record(id, newestMs - run * hour))
  }
  return { jobs, runs }
}

/** As large as the recorded ones. */
function record(jobId: string, runAtMs: number): Raw {
  const place = { channel: 'telegram', to: '12345', source: 'explicit' }
  return {
    ts: runAtMs + 5000,
    jobId,
    action: 'finished',
    status: 'ok',
    completionStatus: 'succeeded',
    summary: 'Final answer after a tool was used. '.repeat(8),
    runAtMs,
    durationMs: 5000,
    nextRunAtMs: runAtMs + 3_600_000,
    model: 'fake-model',
    provider: 'fake',
    usage: { input_tokens: 22, output_tokens: 14, total_tokens: 36 },
    delivered: true,
    deliveryStatus: 'delivered',
    delivery: { intended: place, resolved: { ok: true, ...place }, fallbackUsed: false, delivered: true },
    jobName: `Job ${jobId.slice(0, 4)}`,
  }
}
