// What a run changes in the lanes, and why, in words.
import type { Lane, LaneMove, ScoreParts } from '../contract.ts'
import { dimensionOrder, laneCaps, laneOrder, laneTitle } from './lanes.ts'
import type { RankedTask } from './rank.ts'

/** Every task whose lane or rank changes: by its new rank, and then those that leave the lanes by their old one. */
export function movesOf(ranked: readonly RankedTask[], earlier: ReadonlyMap<string, ScoreParts>): LaneMove[] {
  const last = Number.POSITIVE_INFINITY
  return movedTasks(ranked)
    .toSorted(
      (one, other) => (one.rank ?? last) - (other.rank ?? last) || (one.before.rank ?? 0) - (other.before.rank ?? 0),
    )
    .map((task) => ({
      task_id: task.card.id,
      title: task.card.title,
      from_lane: task.before.lane,
      from_rank: task.before.rank,
      from_score: task.before.score,
      to_lane: task.lane,
      to_rank: task.rank,
      to_score: task.score,
      why: whyMoved(task, earlier.get(task.card.id) ?? null),
    }))
}

export function movedTasks(ranked: readonly RankedTask[]): RankedTask[] {
  return ranked.filter(({ lane, rank, before }) => lane !== before.lane || rank !== before.rank)
}

function whyMoved(task: RankedTask, earlier: ScoreParts | null): string {
  const { lane, correction, before } = task
  const wanted = correction?.lane ?? null
  if (wanted !== null && wanted === lane)
    return withReason(`you put it into ${laneTitle(wanted)}`, correction?.laneReason)
  if (wanted !== null) return `${laneTitle(wanted)} is full of what you put there, and this scores less`
  const changed = changedParts(task, earlier)
  if (changed.length > 0) return changed.join(', ')
  if (before.score === null) return 'new'
  return whyPushed(task)
}

/** `urgency 3 to 5, your override`. */
function changedParts({ parts, correction }: RankedTask, earlier: ScoreParts | null): string[] {
  if (parts === null || earlier === null) return []
  const changed = dimensionOrder.filter((dimension) => parts[dimension] !== earlier[dimension])
  return changed.map((dimension) => {
    const yours = correction?.parts[dimension] === undefined ? '' : ', your override'
    return `${dimension} ${earlier[dimension]} to ${parts[dimension]}${yours}`
  })
}

/** Its score stayed, so others made it move. */
function whyPushed({ lane, before }: RankedTask): string {
  const down = placeOf(lane) > placeOf(before.lane)
  const up = placeOf(lane) < placeOf(before.lane)
  if (down && before.lane !== null) return `over the cap of ${laneCaps[before.lane]}`
  if (up && lane !== null) return `room in ${laneTitle(lane)}`
  return 'others moved around it'
}

const placeOf = (lane: Lane | null): number => (lane === null ? laneOrder.length : laneOrder.indexOf(lane))

function withReason(text: string, reason: string | null | undefined): string {
  return reason === null || reason === undefined || reason === '' ? text : `${text}: ${reason}`
}
