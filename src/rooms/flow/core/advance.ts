// The scheduler of a run: which steps may begin, which never will, and whether the run is over.
import type { RunStatus, StepStatus } from '../contract.ts'
import type { StepDefinition } from './definition.ts'

export type Advance = {
  /** Steps that may begin now, in the order of the definition. */
  readonly ready: readonly string[]
  /** Steps that can't run any more because something before them did not succeed. */
  readonly skip: readonly string[]
  /** How the run ended, or null while something runs, waits or may begin. */
  readonly over: Extract<RunStatus, 'success' | 'failed' | 'cancelled'> | null
}

/**
 * `statuses` holds a step once anything happened to it; a missing one is queued. A step that waits for a retry counts as
 * running. Calling it again after its answer was applied gives nothing new.
 */
export function advance(
  steps: readonly Pick<StepDefinition, 'id' | 'after'>[],
  statuses: ReadonlyMap<string, StepStatus>,
): Advance {
  const now = new Map(steps.map(({ id }) => [id, statuses.get(id) ?? 'queued']))
  const skip = skipBelow(steps, now)
  const ready = steps
    .filter(({ id, after }) => now.get(id) === 'queued' && after.every((before) => now.get(before) === 'success'))
    .map(({ id }) => id)
  return { ready, skip, over: ready.length > 0 ? null : outcome([...now.values()]) }
}

/** Marks in `now` what is skipped, through any number of steps, and answers it. */
function skipBelow(steps: readonly Pick<StepDefinition, 'id' | 'after'>[], now: Map<string, StepStatus>): string[] {
  const skipped: string[] = []
  for (let found = true; found;) {
    found = false
    for (const { id, after } of steps) {
      if (now.get(id) !== 'queued' || !after.some((before) => isDeadEnd(now.get(before)))) continue
      now.set(id, 'skipped')
      skipped.push(id)
      found = true
    }
  }
  return skipped
}

const isDeadEnd = (status: StepStatus | undefined): boolean =>
  status === 'failed' || status === 'cancelled' || status === 'skipped'

function outcome(statuses: readonly StepStatus[]): Advance['over'] {
  if (statuses.some((status) => status === 'queued' || status === 'running')) return null
  if (statuses.includes('failed')) return 'failed'
  if (statuses.includes('cancelled')) return 'cancelled'
  return 'success'
}
