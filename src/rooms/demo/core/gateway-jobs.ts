// The jobs that the demo's agent gateway tells of, with their last runs, in the form of its protocol.
import { dayMs, fromIso, hourMs, minuteMs } from '#base/time.ts'

type Job = {
  readonly id: string
  readonly name: string
  readonly expr: string
  readonly everyMs: number
  /** By how long ago it ran: what became of it, where it did not go well. */
  readonly troubles: Readonly<Record<number, string>>
  readonly summary: string
  readonly delivers?: true
}

const jobs: readonly Job[] = [
  {
    id: '5ae95194-0172-42c9-86ac-5642161f3f14',
    name: 'Morning brief',
    expr: '0 7 * * *',
    everyMs: dayMs,
    troubles: {},
    summary: 'Two meetings, one review, no fires.',
    delivers: true,
  },
  {
    id: 'c0d81b7e-93fa-4d55-8a0e-7f5a2f6a9c31',
    name: 'Watch the status pages',
    expr: '0 * * * *',
    everyMs: hourMs,
    troubles: { 2: 'the model server answered 503' },
    summary: 'All vendors are green.',
  },
]

const runsOf = 8
const firstSeenMs = fromIso('2026-01-05T00:00:00.000Z')

/** Answers `cron.list` and `cron.runs`; null for any other question. */
export function gatewayAnswer(method: string, params: Readonly<Record<string, unknown>>, nowMs: number): object | null {
  if (method === 'cron.list') return { jobs: jobs.map((job) => jobOf(job, nowMs)), hasMore: false }
  if (method !== 'cron.runs') return null
  const asked = jobs.filter(({ id }) => params.id === undefined || params.id === id)
  const entries = asked.flatMap((job) => runs(job, nowMs)).toSorted((one, other) => other.ts - one.ts)
  return { entries, total: entries.length, hasMore: false }
}

function jobOf(job: Job, nowMs: number): object {
  const lastRunAtMs = lastSlot(job, nowMs)
  return {
    id: job.id,
    name: job.name,
    enabled: true,
    createdAtMs: firstSeenMs,
    schedule: { kind: 'cron', expr: job.expr, tz: 'UTC' },
    sessionTarget: 'isolated',
    delivery: job.delivers === true ? { mode: 'announce', channel: 'telegram', to: '12345' } : { mode: 'none' },
    state: { nextRunAtMs: lastRunAtMs + job.everyMs, lastRunAtMs, lastRunStatus: 'ok' },
    status: 'idle',
  }
}

function runs(job: Job, nowMs: number) {
  return Array.from({ length: runsOf }, (_, ago) => runOf(job, ago, lastSlot(job, nowMs) - ago * job.everyMs))
}

function runOf({ id, name, troubles, summary, delivers }: Job, ago: number, runAtMs: number) {
  const error = troubles[ago]
  const durationMs = 9000 + ((runAtMs / minuteMs) % 7) * 1100
  return {
    ts: runAtMs + durationMs + (delivers === true ? 700 : 0),
    jobId: id,
    jobName: name,
    action: 'finished',
    runAtMs,
    durationMs,
    model: 'qwen2.5:14b',
    provider: 'ollama',
    // One for each slot, however often it is asked for.
    sessionId: `${id.slice(0, 24)}${(runAtMs / minuteMs).toString(16).padStart(12, '0')}`,
    usage: { input_tokens: 1840, output_tokens: 212, total_tokens: 2052 },
    delivered: delivers === true,
    deliveryStatus: delivers === true ? 'delivered' : 'not-requested',
    ...(error === undefined ? { status: 'ok', summary } : { status: 'error', error }),
  }
}

/** The schedules above are daily at seven and hourly, in UTC, as epoch time is counted. */
function lastSlot({ everyMs }: Job, nowMs: number): number {
  const offsetMs = everyMs === dayMs ? 7 * hourMs : 0
  return Math.floor((nowMs - offsetMs) / everyMs) * everyMs + offsetMs
}
