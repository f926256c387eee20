// Whether corrections help: how much of each run people left as it was, and by how much they corrected the parts.
import type { Lane, ScoreOverride } from '../contract.ts'
import type { LearningDimension, LearningRun } from '../contract/views.ts'
import { dimensionOrder, partFrom } from './lanes.ts'

export type FinishedRun = {
  readonly id: number
  readonly finishedAt: string
  /** Where it put the tasks that stand in a lane. */
  readonly placed: ReadonlyMap<string, Lane>
}

/** `runs` that succeeded, oldest first; `overrides` in any order. A correction speaks of the last run that ended before it. */
export function learningRuns(runs: readonly FinishedRun[], overrides: readonly ScoreOverride[]): LearningRun[] {
  return runs.map((run, index) => {
    const until = runs[index + 1]?.finishedAt ?? null
    const after = overrides.filter(
      ({ created_at: at, dimension, new_value: value }) =>
        at >= run.finishedAt && (until === null || at < until) && !(dimension === 'locked' && value !== '1'),
    )
    return learningRun(run, after)
  })
}

function learningRun({ id, finishedAt, placed }: FinishedRun, overrides: readonly ScoreOverride[]): LearningRun {
  const corrected = new Set<string>()
  const moved = new Set<string>()
  for (const override of overrides) {
    const lane = placed.get(override.task_id)
    if (lane === undefined) continue
    const asked = askedLane(override)
    if (asked !== null && asked !== lane) moved.add(override.task_id)
    // A lock at the lane where the task stands agrees with the run.
    if (override.dimension !== 'locked' || asked !== lane) corrected.add(override.task_id)
  }
  return {
    run_id: id,
    finished_at: finishedAt,
    placed: placed.size,
    lanes_corrected: moved.size,
    tasks_corrected: corrected.size,
    lanes_kept: shareLeft(moved.size, placed.size),
    untouched: shareLeft(corrected.size, placed.size),
    overrides: overrides.length,
  }
}

function askedLane({ dimension, new_value: value, lane }: ScoreOverride): string | null {
  if (dimension === 'lane') return value
  return dimension === 'locked' ? lane : null
}

function shareLeft(corrected: number, of: number): number | null {
  return of === 0 ? null : 1 - corrected / of
}

/** Over all corrections whose old value is known. */
export function learningDimensions(overrides: readonly ScoreOverride[]): LearningDimension[] {
  return dimensionOrder.map((dimension) => {
    const steps = overrides.flatMap((override) => {
      if (override.dimension !== dimension) return []
      const from = partFrom(override.old_value)
      const to = partFrom(override.new_value)
      return from === null || to === null ? [] : [to - from]
    })
    return {
      dimension,
      corrections: steps.length,
      mean_correction: mean(steps),
      mean_size: mean(steps.map(Math.abs)),
    }
  })
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
