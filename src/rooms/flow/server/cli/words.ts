// How runs and steps are written in a terminal.
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import type { Colour } from '#platform/server/cli/output.ts'
import type { Run, StepStatus, Strand } from '../../contract.ts'

const colours: Readonly<Record<StepStatus, Colour>> = {
  queued: 'dim',
  running: 'blue',
  success: 'green',
  failed: 'red',
  cancelled: 'dim',
  skipped: 'dim',
}

export function colourOf(status: string): Colour {
  return status in colours ? colours[status as StepStatus] : 'dim'
}

/** The state of its latest run; empty before the first. */
export function lastStatusOf({ ticks }: Strand): string {
  return ticks.findLast(({ status }) => status !== 'missed')?.status ?? ''
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
