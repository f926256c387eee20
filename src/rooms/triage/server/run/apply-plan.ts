// Applies what a preview showed, in one transaction, and only if all that it was made of still stands.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import type { PlacedTask } from '#rooms/tasks/contract.ts'
import type { TriageRun } from '../../contract.ts'
import { sortTasks } from '../../core/open-tasks.ts'
import { basisOf, changesSince } from '../../core/plan-basis.ts'
import { nowIso, type TriageContext } from '../context.ts'
import { readPlan, type KeptPlan } from './kept-plan.ts'
import { runNews } from '../follow-others.ts'
import type { RunElsewhere } from '../stores/runs.ts'
import { interrupted } from './interrupted.ts'
import { planRun } from './plan.ts'
import { inProgressThere } from './in-progress.ts'
import { tellOver } from './tell-over.ts'
import { unknownRun } from './unknown-run.ts'
import { writePlan } from './write-run.ts'

type Wanted = { readonly id: number; readonly who: WhoAsks }

/** Rejects with `StorageError`; nothing was written then. */
export async function applyPlan(context: TriageContext, { id, who }: Wanted): Promise<Result<TriageRun, Refusal>> {
  const preview = await context.runs.find(id)
  if (preview === null) return err(unknownRun(id))
  if (preview.applied_as !== null) return readRun(context, preview.applied_as)
  const text = await context.runs.planOf(id)
  if (text === null) return err(noPlan(preview))
  const plan = readPlan(text)
  const outcome = await write(context, { plan, id, who })
  if (!outcome.ok) return outcome
  const { runId, told } = outcome.value
  const run = await readRun(context, runId)
  if (run.ok) await tellOver(context, run.value, told)
  return run
}

async function readRun(context: TriageContext, id: number): Promise<Result<TriageRun, Refusal>> {
  const run = await context.runs.find(id)
  if (run === null) return err(unknownRun(id))
  const { moves: _, ...rest } = run
  return ok(rest)
}

type Write = Wanted & { readonly plan: KeptPlan }
type Written = { readonly runId: number; readonly told: Promise<void> | null }

async function write(context: TriageContext, { plan, id, who }: Write): Promise<Result<Written, Refusal>> {
  const waiting = {
    briefs: await context.briefs.waiting(),
    overrides: await context.overrides.waiting(),
    memories: await context.memories.all(),
  }
  await context.tasks.prepareCards()
  let changes: readonly string[] = []
  let there: RunElsewhere | null = null
  let isKept = true
  let runId = 0
  let places: readonly PlacedTask[] = []
  let told: Promise<void> | null = null
  await context.commits.writeInSlices({
    *script() {
      there = yield* context.runs.elsewhere(nowIso(context), interrupted)
      if (there !== null) return
      // A run of another service that ended just now left no plan.
      isKept = yield* context.runs.hasPlan(id)
      if (!isKept) return
      changes = changesSince(plan.basis, basisOf({ ...waiting, tasks: sortTasks(context.tasks.cards()) }))
      if (changes.length > 0) return
      const ranked = yield* planRun(context, plan)
      const at = nowIso(context)
      runId = yield* context.runs.insert({ triggerBy: `api, the plan of run ${id}`, who, dryRun: false, startedAt: at })
      yield* writePlan(context, { plan: ranked, run: { runId, snapshot: plan.snapshot } })
      const { model } = plan.asked
      yield* context.runs.finish({
        id: runId,
        status: 'success',
        finishedAt: at,
        model,
        error: null,
        result: ranked.result,
      })
      yield* context.runs.markApplied(id, runId)
      places = ranked.places
    },
    news: () => (runId === 0 ? [] : [...context.tasks.newsOf(places), ...runNews(runId), ...runNews(id)]),
    committed: () => {
      if (runId !== 0) told = context.tasks.placed(places)
    },
  })
  const refusal = refusalOf(there, isKept)
  if (refusal !== null) return err(refusal)
  return changes.length === 0 ? ok({ runId, told }) : err(stale(id, changes))
}

function refusalOf(there: RunElsewhere | null, isKept: boolean): Refusal | null {
  if (there !== null) return inProgressThere(there)
  return isKept
    ? null
    : { error: 'conflict', reason: 'A run of another node took the place of this plan.', hint: again }
}

const again = 'Preview again: the model is asked about how things stand now.'

function stale(id: number, changes: readonly string[]): Refusal {
  return {
    error: 'conflict',
    reason: `The plan of run ${id} was not applied, since something changed after it was shown: ${changes.join(', ')}.`,
    hint: again,
    extra: { changes },
  }
}

function noPlan({ id, dry_run: isDry, status }: TriageRun): Refusal {
  if (!isDry) return { error: 'conflict', reason: `Run ${id} is no preview, so it has no plan to apply.` }
  if (status !== 'success')
    return { error: 'conflict', reason: `The preview of run ${id} has no plan: it is ${status}.`, hint: again }
  return {
    error: 'conflict',
    reason: `The plan of run ${id} is not kept any more: a later run or later previews took its place.`,
    hint: again,
  }
}
