// Rows of the journal to records and back. Another program may have written what is none of ours: it counts as the default.
import type { Cell } from '#platform/server/db/script.ts'
import type { LoomRunsTable, LoomStepRunsTable } from '#platform/server/db/workflow-tables.ts'
import type { Json } from '#base/json.ts'
import { fromIso } from '#base/time.ts'
import type { Selectable } from 'kysely'
import { jsonSchema } from '#platform/contract.ts'
import {
  attemptSchema,
  caveatSchema,
  runStatusSchema,
  stepStatusSchema,
  triggerTypeSchema,
  type Attempt,
  type Run,
} from '../../contract.ts'
import type { RunRecord, StepRecord } from '../../core/record.ts'

export type RunRow = Selectable<LoomRunsTable>
export type StepRow = Selectable<LoomStepRunsTable>

export function toRun(row: RunRow): Run {
  return {
    run_id: row.run_id,
    workflow_id: row.workflow_id,
    status: runStatusSchema.catch('failed').parse(row.status),
    trigger: triggerTypeSchema.catch('manual').parse(row.trigger),
    trigger_by: row.trigger_by,
    input: readJson(row.input),
    created_at: row.created_at,
    started_at: row.started_at,
    finished_at: row.finished_at,
    error: row.error,
    caveat: caveatSchema
      .nullable()
      .catch(null)
      .parse(row.caveat === null ? null : parse(row.caveat)),
    slot: row.slot,
    retry_of: row.retry_of,
    usage: usageOf(row),
  }
}

function usageOf(row: RunRow): Run['usage'] {
  const { input_tokens, output_tokens, total_tokens, model, provider, cost } = row
  if (input_tokens === null && output_tokens === null && total_tokens === null && model === null) return null
  return {
    input_tokens: input_tokens ?? 0,
    output_tokens: output_tokens ?? 0,
    total_tokens: total_tokens ?? 0,
    model,
    provider,
    cost,
  }
}

export function toRecord(row: RunRow): RunRecord {
  return { run: toRun(row), version: row.version, cancelBy: row.cancel_by }
}

export function toStep({
  position: _position,
  reused_from: reusedFrom,
  attempts,
  result,
  status,
  ...row
}: StepRow): StepRecord {
  return {
    ...row,
    status: stepStatusSchema.catch('failed').parse(status),
    result: readJson(result),
    attempts: readAttempts(attempts),
    reusedFrom,
  }
}

function readAttempts(text: string): Attempt[] {
  return attemptSchema.array().catch([]).parse(parse(text))
}

function readJson(text: string | null): Json | null {
  return text === null ? null : jsonSchema.catch(null).parse(parse(text))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Runs that may be asked for in one millisecond. */
export const seqsInMs = 1000

/** The first number of a run that was asked for at this moment. */
export const seqOf = (iso: string): number => fromIso(iso) * seqsInMs

export const runColumns = [
  'run_id',
  'workflow_id',
  'status',
  'trigger',
  'trigger_by',
  'input',
  'created_at',
  'started_at',
  'finished_at',
  'error',
  'caveat',
  'slot',
  'retry_of',
  'cancel_by',
  'definition',
  'version',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'model',
  'provider',
  'cost',
]

/** `seq`, then the cells of `runColumns`. */
export function runCells({ run, version, cancelBy }: RunRecord, definition: string | null): Cell[] {
  const { usage } = run
  return [
    seqOf(run.created_at),
    run.run_id,
    run.workflow_id,
    run.status,
    run.trigger,
    run.trigger_by,
    run.input === null ? null : JSON.stringify(run.input),
    run.created_at,
    run.started_at,
    run.finished_at,
    run.error,
    run.caveat === null ? null : JSON.stringify(run.caveat),
    run.slot,
    run.retry_of,
    cancelBy,
    definition,
    version,
    usage?.input_tokens ?? null,
    usage?.output_tokens ?? null,
    usage?.total_tokens ?? null,
    usage?.model ?? null,
    usage?.provider ?? null,
    usage?.cost ?? null,
  ]
}

/** What of a run changes, and its id. */
export function changedRunCells({ run, cancelBy }: RunRecord): Cell[] {
  const caveat = run.caveat === null ? null : JSON.stringify(run.caveat)
  return [run.status, run.started_at, run.finished_at, run.error, caveat, cancelBy, run.run_id]
}

export const stepColumns = [
  'run_id',
  'step_id',
  'status',
  'host',
  'attempt',
  'ready_at',
  'started_at',
  'finished_at',
  'output_tail',
  'output_bytes',
  'result',
  'error',
  'attempts',
  'reused_from',
]

/** `position`, then the cells of `stepColumns`. */
export function newStepCells(step: StepRecord, position: number = 0): Cell[] {
  return [position, ...changedStepCells(step)]
}

export function changedStepCells(step: StepRecord): Cell[] {
  return [
    step.run_id,
    step.step_id,
    step.status,
    step.host,
    step.attempt,
    step.ready_at,
    step.started_at,
    step.finished_at,
    step.output_tail,
    step.output_bytes,
    step.result === null ? null : JSON.stringify(step.result),
    step.error,
    JSON.stringify(step.attempts),
    step.reusedFrom,
  ]
}
