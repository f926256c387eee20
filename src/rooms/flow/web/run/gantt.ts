// A run's steps in time: bars for tries, dashes for waits, and an axis whose lines fall on even times.
import { dayMs, fromIso, hourMs, minuteMs, secondMs } from '#base/time.ts'
import type { Run, RunStep } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'

/** Parts of the whole width, 0 to 1. */
export type Bar = {
  readonly kind: 'try' | 'wait'
  /** Of a try; the last one's is the outcome of its step. */
  readonly status: string
  readonly from: number
  readonly size: number
  readonly title: string
}

export type Axis = {
  readonly startMs: number
  readonly spanMs: number
  readonly labels: readonly string[]
  /** Where the present is; null once the run is over. */
  readonly now: number | null
}

/** Into so many parts the axis is cut. */
const partCount = 5
const evenSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30].map((count) => count * secondMs),
  [1, 2, 5, 10, 15, 30].map((count) => count * minuteMs),
  [1, 2, 4, 8].map((count) => count * hourMs),
)

/** The page's present goes on once a second: what was told of the steps meanwhile may be later. */
export function presentOf(steps: readonly RunStep[], nowMs: number): number {
  const told = steps.flatMap((step) => triesOf(step).flatMap((each) => [each.started_at, each.finished_at]))
  return told.reduce((latestMs, iso) => (iso === null ? latestMs : Math.max(latestMs, fromIso(iso))), nowMs)
}

export function axisOf(run: Pick<Run, 'created_at' | 'started_at' | 'finished_at'>, nowMs: number): Axis {
  const startMs = fromIso(run.started_at ?? run.created_at)
  const endMs = run.finished_at === null ? nowMs : fromIso(run.finished_at)
  const stepMs = evenStep(Math.max(1, endMs - startMs) / partCount)
  const spanMs = stepMs * partCount
  return {
    startMs,
    spanMs,
    labels: Array.from({ length: partCount }, (_, part) => axisLabel(part * stepMs, stepMs)),
    now: run.finished_at === null ? clamp((nowMs - startMs) / spanMs) : null,
  }
}

function evenStep(least: number): number {
  return evenSteps.find((step) => step >= least) ?? Math.ceil(least / dayMs) * dayMs
}

/** `0`, then in the unit of the step: `120 ms`, `1.5 s`, `2:30`, `1:05 h`. */
function axisLabel(ms: number, stepMs: number): string {
  if (ms === 0) return '0'
  if (stepMs < 200) return `${ms} ms`
  if (stepMs < secondMs) return `${ms / secondMs} s`
  if (stepMs >= hourMs || ms >= hourMs) return `${Math.floor(ms / hourMs)}:${twoDigits((ms % hourMs) / minuteMs)} h`
  return `${Math.floor(ms / minuteMs)}:${twoDigits((ms % minuteMs) / secondMs)}`
}

/** Waits for a place or a retry, then each try apart; the one under way ends now. */
export function barsOf(step: RunStep, axis: Axis, nowMs: number): Bar[] {
  const endOf = (iso: string | null): number => (iso === null ? nowMs : fromIso(iso))
  const bar = (kind: Bar['kind'], status: string, [fromMs, toMs]: readonly [number, number]): Bar => {
    const from = clamp((fromMs - axis.startMs) / axis.spanMs)
    const size = clamp((toMs - axis.startMs) / axis.spanMs) - from
    return { kind, status, from, size, title: kind === 'wait' ? 'waited' : status.replaceAll('_', ' ') }
  }
  const bars: Bar[] = []
  let freeMs = step.ready_at === null ? null : fromIso(step.ready_at)
  const tries = triesOf(step)
  for (const attempt of tries) {
    const startMs = fromIso(attempt.started_at)
    if (freeMs !== null && startMs - freeMs > 0) bars.push(bar('wait', 'waiting', [freeMs, startMs]))
    const endMs = endOf(attempt.finished_at)
    // The try that counts is drawn as its step is: a success that is not ok is no success.
    const { caveat } = attempt === tries.at(-1) ? step : { caveat: null }
    bars.push(bar('try', outcomeOf({ status: attempt.status, caveat }), [startMs, endMs]))
    freeMs = endMs
  }
  if (step.status === 'queued' && freeMs !== null && nowMs > freeMs) bars.push(bar('wait', 'waiting', [freeMs, nowMs]))
  return bars
}

type Try = Pick<RunStep['attempts'][number], 'status' | 'started_at' | 'finished_at'>

/** Mirrored steps have times of their own and no tries. */
function triesOf(step: RunStep): readonly Try[] {
  if (step.attempts.length > 0) return step.attempts
  if (step.started_at === null || step.reused) return []
  return [{ status: step.status, started_at: step.started_at, finished_at: step.finished_at }]
}

/** How long it waited before its first try; null when it did not, or has not been ready yet. */
export function waitedMs(step: RunStep, nowMs: number): number | null {
  if (step.ready_at === null || step.reused) return null
  const first = triesOf(step)[0]?.started_at
  const untilMs = first === undefined ? (step.status === 'queued' ? nowMs : null) : fromIso(first)
  if (untilMs === null) return null
  const waited = untilMs - fromIso(step.ready_at)
  return waited >= secondMs ? waited : null
}

const clamp = (part: number): number => Math.min(1, Math.max(0, part))
const twoDigits = (value: number): string => String(Math.floor(value)).padStart(2, '0')
