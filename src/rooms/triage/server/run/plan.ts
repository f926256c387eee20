// Ranks by what the model said and by how tasks, locks and corrections stand at this very moment.
import { pause, type Script } from '#platform/server/db/script.ts'
import type { RunSummary, ScoreParts } from '../../contract.ts'
import { correctionsOf } from '../../core/corrections.ts'
import { movedTasks, movesOf } from '../../core/moves.ts'
import { sortTasks, type OpenTasks } from '../../core/open-tasks.ts'
import { rankTasks, type RankedTask, type RankPlan } from '../../core/rank.ts'
import { clashSummary, distributionWarning } from '../../core/warnings.ts'
import type { TriageContext } from '../context.ts'
import type { PlacedTask } from '#rooms/tasks/contract.ts'
import type { RunResult } from '../stores/runs.ts'
import type { KnownScore } from '../stores/scores.ts'
import type { ModelAnswers } from './ask-model.ts'
import type { SnapshotFacts } from './snapshot.ts'

export type RunPlan = {
  readonly result: RunResult
  readonly ranked: readonly RankedTask[]
  /** Earlier scores of tasks that moved, or that this run's model said nothing of. */
  readonly known: ReadonlyMap<string, KnownScore>
  /** Corrections that this run consumes. */
  readonly overrideIds: ReadonlySet<number>
  /** What changes on tasks. */
  readonly places: readonly PlacedTask[]
}

export type PlanInput = { readonly snapshot: SnapshotFacts; readonly asked: ModelAnswers }

/**
 * Begins in the transaction that writes: memory and tables agree then, and what others change between two steps comes after
 * this run.
 */
export function* planRun(context: TriageContext, { snapshot, asked }: PlanInput): Script<RunPlan> {
  const tasks = sortTasks(context.tasks.cards())
  const waiting = snapshot.overrides.map(({ id }) => id)
  const overrideIds = yield* context.overrides.stillWaiting(waiting)
  const corrections = correctionsOf(snapshot.overrides.filter(({ id }) => overrideIds.has(id)))
  const unanswered = [...corrections.keys()].filter((id) => !asked.answers.has(id))
  const { answers } = asked
  const earlier = partsOf(yield* context.scores.known(unanswered))
  yield pause
  const plan = rankTasks({ tasks, answers, earlier, corrections })
  yield pause
  const moved = movedTasks(plan.ranked)
  const carried = plan.ranked.filter(({ model, lane, before }) => model === null && (lane ?? before.lane) !== null)
  const known = yield* context.scores.known(new Set([...moved, ...carried].map(({ card }) => card.id)))
  const moves = movesOf(plan.ranked, partsOf(known))
  yield pause
  const summary = summarize({ plan, tasks, snapshot, asked, overrides: overrideIds.size })
  const [distribution, clash] = [distributionWarning(plan), clashSummary(plan)]
  yield pause
  return {
    result: { summary, distribution, clash, moves },
    ranked: plan.ranked,
    known,
    overrideIds,
    places: placesOf(plan, tasks),
  }
}

function partsOf(known: ReadonlyMap<string, KnownScore>): Map<string, ScoreParts> {
  return new Map([...known].flatMap(([id, { parts }]) => (parts === null ? [] : [[id, parts] as const])))
}

function placesOf({ ranked }: RankPlan, { left }: OpenTasks): PlacedTask[] {
  const changed = ranked.filter(
    ({ score, lane, rank, before }) => score !== before.score || lane !== before.lane || rank !== before.rank,
  )
  return [
    ...changed.map(({ card, score, lane, rank }) => ({ id: card.id, score, lane, rank })),
    ...left.map(({ id, current_score: score }) => ({ id, score, lane: null, rank: null })),
  ]
}

type SummaryInput = PlanInput & {
  readonly plan: RankPlan
  readonly tasks: OpenTasks
  readonly overrides: number
}

function summarize({ plan, tasks, snapshot, asked, overrides }: SummaryInput): RunSummary {
  const { ranked } = plan
  const count = (accepts: (task: RankedTask) => boolean): number => ranked.filter(accepts).length
  return {
    open: ranked.length,
    asked: snapshot.asked,
    scored: count(({ model }) => model !== null),
    carried: count(({ model, score }) => model === null && score !== null),
    unscored: count(({ score }) => score === null),
    locked: tasks.locked.length,
    moved: count(({ lane, before }) => lane !== before.lane),
    placed: {
      now: count(({ lane }) => lane === 'now'),
      next: count(({ lane }) => lane === 'next'),
      later: count(({ lane }) => lane === 'later'),
      none: count(({ lane }) => lane === null),
    },
    briefs: snapshot.briefIds.length,
    briefs_left: snapshot.briefsLeft,
    briefs_cut: snapshot.briefsCut,
    overrides,
    overrides_left: snapshot.overridesLeft,
    memories: snapshot.memories,
    batches: asked.batches,
    repairs: asked.repairs,
    dropped: asked.dropped,
    prompt_tokens: asked.promptTokens,
    completion_tokens: asked.completionTokens,
    model_ms: asked.modelMs,
  }
}
