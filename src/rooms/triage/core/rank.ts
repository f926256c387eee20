// What a run makes of the open tasks: the model's parts, corrected by people, multiplied here, and put into lanes.
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Lane, ScoreParts } from '../contract.ts'
import { correct, type Correction } from './corrections.ts'
import { fillLanes, noPlace, type LockedCounts } from './fill-lanes.ts'
import { isLane } from './lanes.ts'
import { countLocked, type OpenTasks } from './open-tasks.ts'
import { scoreOf } from './score.ts'

/** What a model said of one task. */
export type ModelScore = { readonly parts: ScoreParts; readonly lane: Lane | null; readonly reason: string | null }

export type RankInput = {
  readonly tasks: Pick<OpenTasks, 'unlocked' | 'locked'>
  /** By task id; ids of others are of no consequence. */
  readonly answers: ReadonlyMap<string, ModelScore>
  /** Parts in force from earlier runs, for tasks without an answer; one that is missing keeps its score, uncorrected. */
  readonly earlier: ReadonlyMap<string, ScoreParts>
  readonly corrections: ReadonlyMap<string, Correction>
}

export type LaneStanding = { readonly score: number | null; readonly lane: Lane | null; readonly rank: number | null }

export type RankedTask = LaneStanding & {
  readonly card: TaskCard
  /** Null: this run's model said nothing of the task. */
  readonly model: ModelScore | null
  /** The parts in force; null where only an earlier score is known. */
  readonly parts: ScoreParts | null
  readonly correction: Correction | null
  readonly before: LaneStanding
}

export type RankPlan = {
  /** Every unlocked open task, in the order in which they came. */
  readonly ranked: readonly RankedTask[]
  readonly locked: LockedCounts
}

export function rankTasks({ tasks, answers, earlier, corrections }: RankInput): RankPlan {
  const locked = countLocked(tasks.locked)
  const scored = tasks.unlocked.map((card) => {
    const model = answers.get(card.id) ?? null
    const correction = corrections.get(card.id) ?? null
    const known = model?.parts ?? earlier.get(card.id) ?? null
    const parts = known === null ? null : correct(known, correction ?? undefined)
    const score = parts === null ? card.current_score : scoreOf(parts)
    return { card, model, correction, parts, score, before: standingOf(card) }
  })
  const places = fillLanes(
    scored.map(({ card: { id, priority }, score, correction }) => ({
      id,
      priority,
      score,
      wanted: correction?.lane ?? null,
    })),
    locked,
  )
  const ranked = scored.map(({ card, model, correction, parts, score, before }) => {
    const { lane, rank } = places.get(card.id) ?? noPlace
    return { card, model, correction, parts, score, before, lane, rank }
  })
  return { ranked, locked }
}

export function standingOf({ current_score: score, current_lane: lane, current_rank: rank }: TaskCard): LaneStanding {
  return { score, lane: isLane(lane) ? lane : null, rank }
}
