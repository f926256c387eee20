// Whether corrections help, over the last runs that succeeded.
import type { LearningAnswer } from '../../contract/views.ts'
import { learningDimensions, learningRuns } from '../../core/learning.ts'
import type { TriageContext } from '../context.ts'
import { learnedFrom } from '../stores/retention-reads.ts'

export async function readLearning(context: TriageContext): Promise<LearningAnswer> {
  const runs = (await context.runs.lastSuccesses(learnedFrom)).toReversed()
  const placements = await context.scores.placements(runs.map(({ id }) => id))
  const finished = runs.flatMap(({ id, finished_at: at }) =>
    at === null ? [] : [{ id, finishedAt: at, placed: placements.get(id) ?? new Map() }],
  )
  const overrides = await context.overrides.since(finished[0]?.finishedAt ?? '')
  return { runs: learningRuns(finished, overrides), dimensions: learningDimensions(overrides) }
}
