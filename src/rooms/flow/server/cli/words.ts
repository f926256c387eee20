// How runs and steps are written in a terminal.
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import type { Colour } from '#platform/server/cli/output.ts'
import type { CaveatKind, Run, StepStatus, Strand } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'

const colours: Readonly<Record<StepStatus | CaveatKind, Colour>> = {
  queued: 'dim',
  running: 'blue',
  success: 'green',
  failed: 'red',
  cancelled: 'dim',
  skipped: 'dim',
  not_ok: 'yellow',
  not_set_up: 'dim',
}

export function colourOf(status: string): Colour {
  return status in colours ? colours[status as keyof typeof colours] : 'dim'
}

/** How its latest run stands, as the API names it; empty before the first. */
export function lastStatusOf({ ticks }: Strand): string {
  const last = ticks.findLast(({ status }) => status !== 'missed')
  return last === undefined ? '' : outcomeOf(last)
}

/** `not ok` of a success that is none to the full. */
export function wordOf(outcome: string): string {
  return outcome.replaceAll('_', ' ')
}

/** `success, not ok`: how a run or a step stands, in full. */
export function standingOf(one: Parameters<typeof outcomeOf>[0]): string {
  const outcome = outcomeOf(one)
  return outcome === 'not_ok' ? 'success, not ok' : wordOf(outcome)
}

export function triggerOf({ schedule_words: words, schedule, triggerType }: Strand): string {
  return words ?? schedule ?? triggerType
}

/** `8s`, `3m`; empty before it began. */
export function tookOf({ started_at: from, finished_at: to }: Pick<Run, 'started_at' | 'finished_at'>, nowMs: number) {
  return from === null ? '' : shortSpan((to === null ? nowMs : fromIso(to)) - fromIso(from))
}

export function isOver({ status }: Pick<Run, 'status'>): boolean {
  return status !== 'queued' && status !== 'running'
}
