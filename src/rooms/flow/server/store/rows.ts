// Rows of the journal to records and back. Another program may have written what is none of ours: it counts as the default.
import type { LoomRunsTable, LoomStepRunsTable } from '#platform/server/db/schema.ts'
import type { Selectable } from 'kysely'
import {
  attemptSchema,
  jsonSchema,
  runStatusSchema,
  stepStatusSchema,
  triggerTypeSchema,
  type Attempt,
  type Json,
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

export function toStep({ seq: _seq, reused_from: reusedFrom, attempts, result, status, ...row }: StepRow): StepRecord {
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

type Cells = Record<string, string | number | null>

export function runCells({ run, version, cancelBy }: RunRecord, definition: string | null): Cells {
  const { usage, input, ...plain } = run
  return {
    ...plain,
    input: input === null ? null : JSON.stringify(input),
    cancel_by: cancelBy,
    definition,
    version,
    input_tokens: usage?.input_tokens ?? null,
    output_tokens: usage?.output_tokens ?? null,
    total_tokens: usage?.total_tokens ?? null,
    model: usage?.model ?? null,
    provider: usage?.provider ?? null,
    cost: usage?.cost ?? null,
  }
}

export function stepCells({ reusedFrom, attempts, result, ...plain }: StepRecord): Cells {
  return {
    ...plain,
    attempts: JSON.stringify(attempts),
    result: result === null ? null : JSON.stringify(result),
    reused_from: reusedFrom,
  }
}
