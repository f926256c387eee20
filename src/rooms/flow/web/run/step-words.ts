// What is said of a step of a run, short in the graph and whole above its output.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { RunStep, StrandStep } from '../../contract.ts'
import { sayTook } from '../strand-words.ts'
import { waitedMs } from './gantt.ts'

/** Below a node's name: `2nd try, 1 min 18 s`. */
export function lookOfStep(step: RunStep, nowMs: number): string {
  if (step.reused) return 'taken over'
  if (step.caveat?.kind === 'not_set_up') return 'not set up'
  if (step.status === 'skipped') return 'skipped'
  if (step.status === 'queued') return step.ready_at === null ? '' : waitsFor(step)
  const took = stepTookMs(step, nowMs)
  const parts = [
    step.attempt > 1 ? `${ordinal(step.attempt)} try` : null,
    step.status === 'running' && step.host !== null ? `on ${step.host}` : null,
    step.caveat === null ? null : 'not ok',
    took === null ? null : sayTook(took),
  ]
  return parts.filter((part) => part !== null).join(', ')
}

/** From the first start of the try that counts to its end, or now. */
export function stepTookMs(step: RunStep, nowMs: number): number | null {
  if (step.reused || step.started_at === null) return null
  const startMs = fromIso(step.attempts.at(-1)?.started_at ?? step.started_at)
  return (step.finished_at === null ? nowMs : fromIso(step.finished_at)) - startMs
}

/** `forge, waited 27 s, try 1 of 3, times out at 15 min`. */
export function aboutStep(step: RunStep, definition: StrandStep | undefined, nowMs: number): string {
  const waited = waitedMs(step, nowMs)
  const tries = (definition?.retries ?? 0) + 1
  const parts = [
    step.host ?? definition?.host ?? null,
    step.reused ? 'taken over from the run before' : null,
    waited === null ? null : `waited ${formatDuration(waited)}`,
    tries > 1 && step.attempt > 0 ? `try ${step.attempt} of ${tries}` : null,
    definition === undefined || step.finished_at !== null
      ? null
      : `times out at ${formatDuration(definition.timeout_ms)}`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

function waitsFor({ attempt, host }: RunStep): string {
  if (attempt > 0) return 'waits for a retry'
  return host === null ? 'waits for a place' : `waits for ${host}`
}

function ordinal(count: number): string {
  const ending = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}
