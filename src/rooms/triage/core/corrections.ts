// What people corrected since the last run, folded into what holds for each task: the later word wins.
import type { Lane, ScoreDimension, ScoreOverride, ScoreParts } from '../contract.ts'
import { isDimension, isLane, partFrom } from './lanes.ts'

export type Correction = {
  readonly parts: Partial<Record<ScoreDimension, number>>
  readonly lane: Lane | null
  /** Why the person wants that lane. */
  readonly laneReason: string | null
}

const none: Correction = { parts: {}, lane: null, laneReason: null }

/** By task; `overrides` in any order. Locks are no corrections here: they stand on the task itself. */
export function correctionsOf(overrides: readonly ScoreOverride[]): Map<string, Correction> {
  const corrections = new Map<string, Correction>()
  for (const override of overrides.toSorted((one, other) => one.id - other.id)) {
    const { task_id: taskId } = override
    const next = withOverride(corrections.get(taskId) ?? none, override)
    if (next !== null) corrections.set(taskId, next)
  }
  return corrections
}

function withOverride(correction: Correction, override: ScoreOverride): Correction | null {
  const { dimension, new_value: value, user_reason: reason } = override
  if (isDimension(dimension)) {
    const part = partFrom(value)
    return part === null ? null : { ...correction, parts: { ...correction.parts, [dimension]: part } }
  }
  return dimension === 'lane' && isLane(value) ? { ...correction, lane: value, laneReason: reason } : null
}

/** The parts with the person's in the place of the model's. */
export function correct(parts: ScoreParts, correction: Correction | undefined): ScoreParts {
  return correction === undefined ? parts : { ...parts, ...correction.parts }
}
