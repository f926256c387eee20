// Runs and steps as the journal keeps them: the wire's form and what only the engine needs.
import type { Json } from '#base/json.ts'
import type { Attempt, Run, RunStep } from '../contract.ts'
import { stepCaveat } from './caveat.ts'

export type RunRecord = {
  readonly run: Run
  /** Text that changed with the bodies when it began; null when the source told none. */
  readonly version: string | null
  /** Who asked for its end; null while nobody did. */
  readonly cancelBy: string | null
}

/** What stands against its success is read from its result, and not kept. */
export type StepRecord = Omit<RunStep, 'reused' | 'caveat'> & {
  /** The run that ran it, for a step that a retry took over. */
  readonly reusedFrom: string | null
}

export function newStep(runId: string, stepId: string, host: string | null): StepRecord {
  return {
    step_id: stepId,
    run_id: runId,
    status: 'queued',
    host,
    attempt: 0,
    ready_at: null,
    started_at: null,
    finished_at: null,
    output_tail: '',
    output_bytes: 0,
    result: null,
    error: null,
    attempts: [],
    reusedFrom: null,
  }
}

export function toRunStep({ reusedFrom, ...step }: StepRecord): RunStep {
  return { ...step, caveat: stepCaveat(step), reused: reusedFrom !== null }
}

/** The step at the beginning of its next try. */
export function beginAttempt(step: StepRecord, at: string, host: string | null): StepRecord {
  const attempt = step.attempt + 1
  const entry: Attempt = { attempt, status: 'running', started_at: at, finished_at: null, error: null }
  return {
    ...step,
    status: 'running',
    host,
    attempt,
    // The whole step's beginning is that of its first try.
    started_at: step.started_at ?? at,
    finished_at: null,
    error: null,
    attempts: [...step.attempts, entry],
  }
}

export type AttemptEnd = {
  readonly status: 'success' | 'failed' | 'cancelled' | 'skipped'
  readonly at: string
  readonly error: string | null
}

/** The present try is over; whether the step is, the caller says. */
export function endAttempt(step: StepRecord, { status, at, error }: AttemptEnd): StepRecord {
  const attempts = step.attempts.map((entry) =>
    entry.attempt === step.attempt && entry.finished_at === null ? { ...entry, status, finished_at: at, error } : entry,
  )
  return { ...step, attempts, error }
}

/** The step is over. */
export function endStep(step: StepRecord, end: AttemptEnd, result: Json = null): StepRecord {
  return { ...endAttempt(step, end), status: end.status, finished_at: end.at, result }
}

/** What a try says that was under way when the process died. */
export const diedSentence = 'The service ended while this try was running.'

/** Tries of one step that may end with the service before the step counts as what ends it. */
export const mostDeaths = 5

export const failures = (step: StepRecord): number => step.attempts.filter(({ status }) => status === 'failed').length

export const deaths = (step: StepRecord): number => step.attempts.filter(({ error }) => error === diedSentence).length
