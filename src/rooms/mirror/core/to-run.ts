// A finished run of the gateway as a run of the history with its steps (specification, 'The mirror').
import type { Json } from '#base/json.ts'
import { toIso } from '#base/time.ts'
import type { Run, RunStep, StepStatus, SyntheticRun } from '#rooms/flow/contract.ts'
import type { KnownJob } from './known-jobs.ts'
import { deliverTail, execTail, utf8Bytes } from './output-tail.ts'
import { deliverStep, execStep } from './to-strand.ts'
import { hasDelivery, isManual, type UpstreamRun } from './upstream.ts'

type Places = {
  readonly runId: string
  readonly known: KnownJob
  /** The slot of the schedule that the run stands for, epoch milliseconds; null for a manual run. */
  readonly slotMs: number | null
}

export function toRun(record: UpstreamRun, { runId, known, slotMs }: Places): SyntheticRun {
  const startedAt = toIso(record.runAtMs)
  const execEnd = toIso(record.runAtMs + record.durationMs)
  const exec = step(runId, {
    id: execStep,
    isOk: record.status === 'ok',
    startedAt,
    finishedAt: execEnd,
    tail: execTail(record),
    error: record.error,
    result: execResult(record),
  })
  const deliver = step(runId, {
    id: deliverStep,
    isOk: record.delivered,
    startedAt: execEnd,
    finishedAt: toIso(record.ts),
    tail: deliverTail(record),
    error: record.deliveryError,
    result: toJson(record.delivery),
  })
  const steps = hasDelivery(known.job) ? [exec, deliver] : [exec]
  const failed = steps.find(({ status }) => status === 'failed')
  const run: Run = {
    run_id: runId,
    workflow_id: known.strandId,
    status: failed === undefined ? 'success' : 'failed',
    trigger: isManual(record) ? 'manual' : 'cron',
    trigger_by: 'openclaw',
    input: null,
    created_at: startedAt,
    started_at: startedAt,
    finished_at: steps.at(-1)?.finished_at ?? execEnd,
    error: failed === undefined ? null : (failed.error ?? notOk(record, failed.step_id)),
    slot: slotMs === null ? null : toIso(slotMs),
    retry_of: null,
    caveat: null,
    usage: usageOf(record),
  }
  return { run, steps }
}

type Synthesized = {
  readonly id: string
  readonly isOk: boolean
  readonly startedAt: string
  readonly finishedAt: string
  readonly tail: string
  readonly error: string | null
  readonly result: Json
}

function step(runId: string, { id, isOk, startedAt, finishedAt, tail, error, result }: Synthesized): RunStep {
  const status: StepStatus = isOk ? 'success' : 'failed'
  const said = isOk ? null : error
  return {
    step_id: id,
    run_id: runId,
    status,
    host: null,
    attempt: 1,
    ready_at: startedAt,
    started_at: startedAt,
    finished_at: finishedAt,
    output_tail: tail,
    output_bytes: utf8Bytes(tail),
    result,
    error: said,
    attempts: [{ attempt: 1, status, started_at: startedAt, finished_at: finishedAt, error: said }],
    caveat: null,
    reused: false,
  }
}

function notOk({ status, deliveryStatus }: UpstreamRun, stepId: string): string {
  if (stepId === deliverStep)
    return `The result was not delivered (${deliveryStatus ?? 'the gateway does not say why'}).`
  return `The gateway calls the run "${status}".`
}

/** What a person needs to find the run upstream. */
function execResult({ status, completionStatus, sessionId, sessionKey, runId }: UpstreamRun): Json {
  return {
    status,
    completion_status: completionStatus,
    session_id: sessionId,
    session_key: sessionKey,
    upstream_run_id: runId,
  }
}

function usageOf({ usage, model, provider }: UpstreamRun): Run['usage'] {
  if (usage === null) return null
  return {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    total_tokens: usage.totalTokens,
    model,
    provider,
    cost: usage.cost,
  }
}

/** It came as JSON, and holds nothing else. */
function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json
}
