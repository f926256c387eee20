// What a run begins with: open tasks, briefs, memories and corrections as they stand, and the prompts made of them.
import type { ScoreOverride } from '../../contract.ts'
import { sortTasks, type OpenTasks } from '../../core/open-tasks.ts'
import { mentionedIn, preRank } from '../../core/ask/pre-rank.ts'
import { aboutLimit } from '../../core/ask/prompt-blocks.ts'
import { basisOf, type PlanBasis } from '../../core/plan-basis.ts'
import { planPrompts, type Batch } from '../../core/ask/prompt.ts'
import { breathe, nowIso, type TriageContext } from '../context.ts'

export type Snapshot = {
  readonly tasks: OpenTasks
  readonly batches: readonly Batch[]
  readonly asked: number
  /** Those that stand in a prompt: a run that succeeds consumes them. */
  readonly overrides: readonly ScoreOverride[]
  readonly briefIds: readonly number[]
  /** How many found no room there, and wait. */
  readonly overridesLeft: number
  readonly briefsLeft: number
  /** Of how many briefs the beginning alone stands there. */
  readonly briefsCut: number
  /** How many stand in the prompts. */
  readonly memories: number
  readonly basis: PlanBasis
}

/** What the plan needs of it once the model has answered. */
export type SnapshotFacts = Omit<Snapshot, 'tasks' | 'batches' | 'basis'>

/** Later runs see this many corrections that earlier ones consumed. */
export const earlierCorrections = 5

export async function takeSnapshot(context: TriageContext): Promise<Snapshot> {
  const { model, maxTasks } = context
  const [briefs, overrides, earlier, memories] = await Promise.all([
    context.briefs.waiting(),
    context.overrides.waiting(),
    context.overrides.lastApplied(earlierCorrections),
    context.memories.all(),
  ])
  await context.tasks.prepareCards()
  const tasks = sortTasks(context.tasks.cards())
  const ids = new Set(tasks.unlocked.map(({ id }) => id))
  const chosen = preRank({
    tasks: tasks.unlocked,
    corrected: new Set(overrides.map(({ task_id: id }) => id).filter((id) => ids.has(id))),
    mentioned: mentionedIn(
      briefs.map(({ body }) => body),
      ids,
    ),
    limit: maxTasks(),
  })
  await breathe()
  const about = await context.tasks.descriptions(
    chosen.map(({ id }) => id),
    aboutLimit + 1,
  )
  const titleOf = (id: string | null) => (id === null ? null : (context.tasks.card(id)?.title ?? null))
  const lines = chosen.map((card) => ({ card, about: about.get(card.id) ?? '', parentTitle: titleOf(card.parent) }))
  await breathe()
  const sources = {
    today: nowIso(context).slice(0, 10),
    briefs,
    memories,
    overrides,
    earlier,
    locked: tasks.locked,
    titleOf,
  }
  const {
    batches,
    briefIds,
    briefsCut,
    overrideIds,
    memories: read,
  } = await inTurns(planPrompts(lines, sources, model.contextTokens))
  const standing = new Set(overrideIds)
  return {
    tasks,
    batches,
    asked: chosen.length,
    overrides: overrides.filter(({ id }) => standing.has(id)),
    overridesLeft: overrides.length - standing.size,
    briefIds,
    briefsLeft: briefs.length - briefIds.length,
    briefsCut,
    memories: read,
    basis: basisOf({ tasks, briefs, overrides, memories }),
  }
}

async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await breathe()
  }
}
