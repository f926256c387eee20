// What the routes tell: status, jobs and runs in the wire's form.
import { toIso } from '#base/time.ts'
import type { GatewayState } from '#platform/server/gateway/client.ts'
import type { GatewayProblem } from '#platform/server/gateway/problems.ts'
import type { GatewayJob, GatewayProblemView, GatewayRun, GatewayStatus } from '../contract.ts'
import type { KnownJob } from '../core/known-jobs.ts'
import type { Punctuality } from '../core/punctuality.ts'
import { scheduleText, scheduleWords, type CronMeaning } from '../core/schedule.ts'
import { hasDelivery, isManual, type UpstreamRun } from '../core/upstream.ts'
import type { LastReading } from './reader.ts'
import type { TokenCount } from './store.ts'

export type StatusParts = {
  readonly url: string
  readonly state: GatewayState
  readonly tokenSource: GatewayStatus['token_source']
  readonly jobs: number
  readonly reading: LastReading
  readonly usage: TokenCount
}

export function toStatus({ url, state, tokenSource, jobs, reading, usage }: StatusParts): GatewayStatus {
  const isFailing = state.kind === 'waiting' || state.kind === 'connecting'
  return {
    url,
    state: state.kind,
    since: state.kind === 'off' ? null : toIso(state.sinceMs),
    version: state.kind === 'connected' ? state.version : null,
    problem: isFailing ? toProblem(state.problem) : null,
    next_try_at: state.kind === 'waiting' ? toIso(state.nextTryMs) : null,
    token_source: tokenSource,
    mirror: { jobs, last_read_at: maybeIso(reading.atMs), way: reading.way, problem: toProblem(reading.problem) },
    usage_today: { input_tokens: usage.input, output_tokens: usage.output, total_tokens: usage.total },
  }
}

function toProblem(problem: GatewayProblem | null): GatewayProblemView | null {
  return problem === null ? null : { code: problem.code, reason: problem.reason, hint: problem.hint }
}

function maybeIso(epochMs: number | null): string | null {
  return epochMs === null ? null : toIso(epochMs)
}

export function toJob({ job, strandId, goneAtMs }: KnownJob, judged: Punctuality, cron: CronMeaning): GatewayJob {
  return {
    id: job.id,
    name: job.name,
    strand_id: strandId,
    enabled: job.enabled && goneAtMs === null,
    schedule: scheduleText(job.schedule),
    schedule_words: scheduleWords(job.schedule, cron),
    timezone: job.schedule.kind === 'cron' ? job.schedule.tz : null,
    has_delivery: hasDelivery(job),
    read_only: job.isSystem,
    gone_at: maybeIso(goneAtMs),
    next_run_at: job.enabled && goneAtMs === null ? maybeIso(job.nextRunAtMs) : null,
    last_run_at: maybeIso(job.lastRunAtMs),
    running: job.isRunning,
    overdue: judged.isOverdue,
    late_runs: judged.late.map(toIso),
    missed: judged.missed.map(toIso),
  }
}

export function toRunView(
  record: UpstreamRun,
  places: { runId: string; strandId: string; jobName: string },
): GatewayRun {
  const { usage } = record
  return {
    run_id: places.runId,
    job_id: record.jobId,
    job_name: record.jobName ?? places.jobName,
    strand_id: places.strandId,
    status: record.status,
    completion_status: record.completionStatus,
    manual: isManual(record),
    started_at: toIso(record.runAtMs),
    finished_at: toIso(record.ts),
    duration_ms: record.durationMs,
    summary: record.summary,
    error: record.error,
    model: record.model,
    provider: record.provider,
    usage:
      usage === null
        ? null
        : {
            input_tokens: usage.inputTokens,
            output_tokens: usage.outputTokens,
            total_tokens: usage.totalTokens,
            cost: usage.cost,
          },
    delivered: record.delivered,
    delivery_status: record.deliveryStatus,
    delivery_error: record.deliveryError,
  }
}
