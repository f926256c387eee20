// What a person should know of a run beside its result: lanes that say little, and disagreements.
import type { ClashSummary, DistributionWarning, ScoreDimension } from '../contract.ts'
import { dimensionOrder, laneCaps, laneOrder } from './lanes.ts'
import type { RankedTask, RankPlan } from './rank.ts'

/** From so many scores on, sameness is no accident; from this share on, a part tells tasks apart no more. */
const fewestScores = 8
const flatShare = 0.9
/** The biggest disagreements are enough to look at. */
const mostClashes = 50

/** Null when there is nothing to warn of. */
export function distributionWarning({ ranked, locked }: RankPlan): DistributionWarning | null {
  const overCap = laneOrder
    .filter((lane) => locked[lane] > laneCaps[lane])
    .map((lane) => ({ lane, locked: locked[lane], cap: laneCaps[lane] }))
  const flat = dimensionOrder.flatMap((dimension) => flatness(ranked, dimension) ?? [])
  return overCap.length + flat.length === 0 ? null : { over_cap: overCap, flat }
}

function flatness(
  ranked: readonly RankedTask[],
  dimension: ScoreDimension,
): DistributionWarning['flat'][number] | null {
  const counts = [0, 0, 0, 0, 0, 0]
  let total = 0
  for (const { model } of ranked) {
    if (model === null) continue
    total += 1
    counts[model.parts[dimension]] = (counts[model.parts[dimension]] ?? 0) + 1
  }
  const most = Math.max(...counts)
  if (total < fewestScores || most < flatShare * total) return null
  return { dimension, value: counts.indexOf(most), share: most / total }
}

/** Null when model, person and caps agreed. */
export function clashSummary({ ranked }: RankPlan): ClashSummary | null {
  const scores = ranked.flatMap(scoreClashes).slice(0, mostClashes)
  const lanes = ranked.flatMap(laneClash).slice(0, mostClashes)
  const unmet = ranked.flatMap(unmetWish).slice(0, mostClashes)
  return scores.length + lanes.length + unmet.length === 0 ? null : { scores, lanes, unmet }
}

function scoreClashes({ card, model, correction }: RankedTask): ClashSummary['scores'] {
  if (model === null || correction === null) return []
  return dimensionOrder.flatMap((dimension) => {
    const user = correction.parts[dimension]
    if (user === undefined || user === model.parts[dimension]) return []
    return [{ task_id: card.id, dimension, model: model.parts[dimension], user }]
  })
}

function laneClash({ card, model, lane }: RankedTask): ClashSummary['lanes'] {
  if (model === null || model.lane === null || model.lane === lane) return []
  return [{ task_id: card.id, model: model.lane, placed: lane }]
}

function unmetWish({ card, correction, lane }: RankedTask): ClashSummary['unmet'] {
  const wanted = correction?.lane ?? null
  return wanted === null || wanted === lane ? [] : [{ task_id: card.id, wanted, placed: lane }]
}
