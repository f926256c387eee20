// For tests: tasks, scores, locks and corrections at random.
import fc from 'fast-check'
import { sampleTask } from '#testing/sample-task.testkit.ts'
import { taskPriorities, type TaskCard } from '#rooms/tasks/contract.ts'
import { laneSchema, type ScoreOverride, type ScoreParts } from '../contract.ts'

const at = '2026-11-20T08:00:00.000Z'

export function card(id: string, more: Partial<TaskCard> = {}): TaskCard {
  return sampleTask({ id, title: `Title of ${id}`, ...more })
}

let lastOverride = 0

export function override(taskId: string, more: Partial<ScoreOverride> = {}): ScoreOverride {
  lastOverride += 1
  return {
    id: lastOverride,
    task_id: taskId,
    dimension: 'impact',
    old_value: null,
    new_value: '3',
    user_reason: null,
    lane: null,
    created_at: at,
    applied_to_run_id: null,
    ...more,
  }
}

const part = fc.integer({ min: 1, max: 5 })
export const anyParts: fc.Arbitrary<ScoreParts> = fc.record(
  { impact: part, urgency: part, confidence: part, effort: part },
  { noNullPrototype: true },
)
export const anyLane = fc.constantFrom(...laneSchema.options)

/** Up to sixty tasks: some locked, some done, some with children, some placed by an earlier run. */
export const anyCards: fc.Arbitrary<TaskCard[]> = fc
  .array(
    fc.record({
      priority: fc.constantFrom(...taskPriorities),
      status: fc.constantFrom('backlog', 'ready', 'in_progress', 'done'),
      locked_lane: fc.option(anyLane, { freq: 3 }),
      children: fc.constantFrom<string[]>([], [], [], ['x']),
      current_score: fc.option(fc.integer({ min: 1, max: 125 })),
      current_lane: fc.option(anyLane),
      current_rank: fc.option(fc.integer({ min: 1, max: 40 })),
    }),
    { maxLength: 60 },
  )
  .map((some) =>
    some.map((one, index) => card(`T-${index}`, { ...one, score_locked: one.locked_lane === null ? 0 : 1 })),
  )

/** For tasks of the same run; some speak of tasks that are not there. */
export const anyOverrides: fc.Arbitrary<ScoreOverride[]> = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 65 }),
      fc.oneof(
        fc.record({
          dimension: fc.constantFrom('impact', 'urgency', 'confidence', 'effort'),
          new_value: part.map(String),
        }),
        fc.record({ dimension: fc.constant('lane'), new_value: anyLane }),
        fc.record({ dimension: fc.constant('locked'), new_value: fc.constantFrom('0', '1') }),
      ),
    )
    .map(([index, more]) => override(`T-${index}`, more as Partial<ScoreOverride>)),
  { maxLength: 30 },
)
