// The one transaction of a run: history, places, briefs, corrections and the run's own row, all of it or nothing.
import { pause, type Script } from '#platform/server/db/script.ts'
import { nowIso, type TriageContext } from '../context.ts'
import type { PlacedTask } from '#rooms/tasks/contract.ts'
import { runNews } from '../follow-others.ts'
import { planText } from './kept-plan.ts'
import { planRun, type PlanInput, type RunPlan } from './plan.ts'
import type { Snapshot, SnapshotFacts } from './snapshot.ts'

export type WriteRun = PlanInput & {
  readonly snapshot: Snapshot
  readonly runId: number
  readonly dryRun: boolean
  readonly signal: AbortSignal
  /** Called right after the commit with what changed on tasks, so that memory and tables never differ. Must not throw. */
  readonly onWritten: (places: readonly PlacedTask[]) => void
}

/** A dry run writes its own row alone. Rejects with `StorageError` or the signal's reason, and then nothing was written. */
export function writeRun(context: TriageContext, run: WriteRun): Promise<void> {
  let places: readonly PlacedTask[] = []
  return context.commits.writeInSlices({
    signal: run.signal,
    *script() {
      const plan = yield* planRun(context, run)
      if (!run.dryRun) {
        yield* writePlan(context, { plan, run })
        places = plan.places
      }
      const { asked, runId: id } = run
      const finishedAt = nowIso(context)
      yield* context.runs.finish({
        id,
        status: 'success',
        finishedAt,
        model: asked.model,
        error: null,
        result: plan.result,
        ...(run.dryRun ? { plan: planText(run) } : {}),
      })
    },
    news: () => [...context.tasks.newsOf(places), ...runNews(run.runId)],
    committed: () => run.onWritten(places),
  })
}

type Writing = { readonly plan: RunPlan; readonly run: { readonly runId: number; readonly snapshot: SnapshotFacts } }

/** Part of a long transaction. */
export function* writePlan(context: TriageContext, { plan, run }: Writing): Script {
  const { runId, snapshot } = run
  const at = nowIso(context)
  const rows = plan.ranked
    .values()
    // A task that nobody asked about and that stands in no lane has no news.
    .filter(({ model, lane, before }) => model !== null || (lane ?? before.lane) !== null)
    .map((task) => ({ task, runId, at, known: task.model === null ? (plan.known.get(task.card.id) ?? null) : null }))
  yield* context.scores.write(rows)
  yield* context.tasks.place(plan.places)
  yield* context.briefs.consume(snapshot.briefIds, runId)
  yield pause
  yield* context.overrides.apply(plan.overrideIds, runId)
  // What previews worked out, they worked out from where tasks stood before.
  yield* context.runs.dropPlans()
  yield pause
}
