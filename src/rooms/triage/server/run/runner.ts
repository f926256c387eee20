// One run at a time: starts it, follows it, cancels it, and sees to it that it ends in its row whatever happens.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { TriageProgress, TriageRun } from '../../contract.ts'
import { nowIso, tell, type TriageContext } from '../context.ts'
import { runNews } from '../follow-others.ts'
import type { RunElsewhere, RunEnd, RunError } from '../stores/runs.ts'
import { applyPlan } from './apply-plan.ts'
import { askModel } from './ask-model.ts'
import { takeSnapshot } from './snapshot.ts'
import type { RunFailure } from './talk.ts'
import { inProgressThere } from './in-progress.ts'
import { interrupted } from './interrupted.ts'
import { failureOf, tellOver } from './tell-over.ts'
import { unknownRun } from './unknown-run.ts'
import { writeRun } from './write-run.ts'

export type TriageRunOptions = {
  /** Kept as `trigger_by`. */
  readonly triggerBy: string
  /** Who asked for it; absent for a strand's. */
  readonly who?: WhoAsks
  readonly dryRun?: boolean
  /** Cancels the run. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: TriageProgress) => void
}

export type StartedRun = {
  readonly id: number
  /** Resolves when the run is over, however it ended, and the viewers know. Never rejects. */
  readonly over: Promise<TriageRun>
}

export interface Runner extends AsyncDisposable {
  /** Refuses with `run_in_progress`; rejects with `StorageError`. */
  start(options: TriageRunOptions): Promise<Result<StartedRun, Refusal>>
  /** Resolves when the run is over. Refuses with `not_found`, and `conflict` for one that was over already. */
  cancel(id: number): Promise<Result<TriageRun, Refusal>>
  /**
   * Applies the plan of a preview as it was shown; resolves with the run that it became, the second time too. Refuses with
   * `not_found`, `run_in_progress`, and `conflict` where the plan no longer holds; rejects with `StorageError`.
   */
  apply(id: number, who: WhoAsks): Promise<Result<TriageRun, Refusal>>
  /** The run that goes on, or null. */
  running(): TriageRun | null
}

type Going = {
  run: TriageRun
  readonly controller: AbortController
  over: Promise<TriageRun> | null
}

/** Runs of a process that died are failed before this is used. */
export function createRunner(context: TriageContext): Runner {
  let going: Going | null = null
  let starting = false
  /** The last run's: it tells viewers and reads its row for a moment after the next one may start. */
  let lastOver: Promise<unknown> | null = null

  async function start(options: TriageRunOptions): Promise<Result<StartedRun, Refusal>> {
    if (going !== null || starting) return err(inProgress(going?.run ?? null))
    starting = true
    try {
      const begun = await insertRun(context, options)
      if (!begun.ok) return begun
      const run = begun.value
      const started: Going = { run, controller: new AbortController(), over: null }
      going = started
      const end = () => {
        if (going === started) going = null
      }
      const over = follow(context, started, { options, end })
      started.over = over
      lastOver = over
      return ok({ id: run.id, over })
    } finally {
      starting = false
    }
  }

  return {
    start,
    running: () => going?.run ?? null,
    async apply(id, who) {
      if (going !== null || starting) return err(inProgress(going?.run ?? null))
      starting = true
      try {
        const applying = applyPlan(context, { id, who })
        // The end of the service waits for it, whatever becomes of it.
        lastOver = applying.catch(() => null)
        return await applying
      } finally {
        starting = false
      }
    },
    async cancel(id) {
      if (going?.run.id === id) {
        const { controller, over } = going
        controller.abort(new RunStopped('cancelled'))
        const run = await over
        if (run !== null && run.status === 'cancelled') return ok(run)
      }
      const run = await context.runs.find(id)
      return err(run === null ? unknownRun(id) : overAlready(run))
    },
    async [Symbol.asyncDispose]() {
      going?.controller.abort(new RunStopped('stopped'))
      await lastOver
    },
  }
}

/** Why a run was given up. */
class RunStopped extends Error {
  override readonly name = 'RunStopped'
  readonly by: 'cancelled' | 'stopped'

  constructor(by: 'cancelled' | 'stopped') {
    super(`the run was ${by}`)
    this.by = by
  }
}

async function insertRun(
  context: TriageContext,
  { triggerBy, who, dryRun = false }: TriageRunOptions,
): Promise<Result<TriageRun, Refusal>> {
  const startedAt = nowIso(context)
  const row = { triggerBy, who, dryRun, startedAt }
  const done: { id: number; there: RunElsewhere | null } = { id: 0, there: null }
  await context.commits.write({
    *script() {
      done.there = yield* context.runs.elsewhere(startedAt, interrupted)
      if (done.there === null) done.id = yield* context.runs.insert(row)
    },
    // Of a run that goes on its own service alone tells.
    news: () => (done.there === null ? runNews(done.id) : []),
  })
  const { id, there } = done
  if (there !== null) return err(inProgressThere(there))
  return ok({
    id,
    status: 'running',
    dry_run: dryRun,
    trigger_by: triggerBy,
    model: null,
    started_at: startedAt,
    finished_at: null,
    error: null,
    progress: { phase: 'reading', done: 0, total: 0 },
    run_summary: null,
    distribution_warning: null,
    clash_summary: null,
    can_apply: false,
    applied_as: null,
  })
}

type Following = { readonly options: TriageRunOptions; readonly end: () => void }

/** The whole life of a run; its promise never rejects. */
async function follow(context: TriageContext, going: Going, { options, end }: Following): Promise<TriageRun> {
  const { run, controller } = going
  const giveUp = () => controller.abort(new RunStopped('cancelled'))
  options.signal?.addEventListener('abort', giveUp, { once: true })
  if (options.signal?.aborted === true) giveUp()
  const onProgress = (progress: TriageProgress): void => {
    going.run = { ...run, progress }
    options.onProgress?.(progress)
    tell(context, { id: 'run', value: going.run })
  }
  const done: Done = { told: null }
  try {
    const failure = await pass(context, { run, signal: controller.signal, onProgress, done })
    if (failure !== null) await finish(context, run.id, endOf(failure, controller.signal))
  } catch (error) {
    if (!isExpected(error)) context.log.error({ err: error, run_id: run.id }, 'a triage run failed by an error of ours')
    await finish(context, run.id, endOf(failureOf(error), controller.signal))
  } finally {
    options.signal?.removeEventListener('abort', giveUp)
    end()
  }
  return tellOver(context, run, done.told)
}

type Pass = {
  readonly run: TriageRun
  readonly signal: AbortSignal
  readonly onProgress: (progress: TriageProgress) => void
  readonly done: Done
}

/** What goes on after the commit, and does not keep the next run from starting. */
type Done = { told: Promise<void> | null }

/** Null when it succeeded. */
async function pass(context: TriageContext, { run, signal, onProgress, done }: Pass): Promise<RunFailure | null> {
  onProgress({ phase: 'reading', done: 0, total: 0 })
  const snapshot = await takeSnapshot(context)
  const total = snapshot.asked
  onProgress({ phase: 'asking', done: 0, total })
  const onAnswered = (count: number): void => onProgress({ phase: 'asking', done: count, total })
  const asked = await askModel(snapshot.batches, { model: context.model, signal, onAnswered })
  if (!asked.ok) return asked.error
  onProgress({ phase: 'writing', done: total, total })
  await writeRun(context, {
    snapshot,
    asked: asked.value,
    runId: run.id,
    dryRun: run.dry_run,
    signal,
    onWritten: (places) => void (done.told = context.tasks.placed(places)),
  })
  return null
}

type End = Pick<RunEnd, 'status' | 'error'>

function endOf(failure: RunError, signal: AbortSignal): End & { readonly status: 'failed' | 'cancelled' } {
  const stopped: unknown = signal.aborted ? signal.reason : null
  if (!(stopped instanceof RunStopped)) return { status: 'failed', error: failure }
  return stopped.by === 'cancelled' ? { status: 'cancelled', error: null } : { status: 'failed', error: serviceStopped }
}

const serviceStopped: RunError = {
  code: 'interrupted',
  reason: 'The service stopped during the run. Nothing was changed.',
  hint: 'Run it again.',
}

const isExpected = (error: unknown): boolean => error instanceof StorageError || error instanceof RunStopped

/** A full disk keeps the row from being written, too: the next start fails it then. */
async function finish(context: TriageContext, id: number, end: ReturnType<typeof endOf>): Promise<void> {
  const finishedAt = nowIso(context)
  try {
    await context.commits.write({
      script: () => context.runs.finish({ id, finishedAt, model: null, result: null, ...end }),
      news: () => runNews(id),
    })
  } catch (error) {
    context.log.error({ err: error, run_id: id }, 'the end of a triage run could not be written')
  }
}

function inProgress(run: TriageRun | null): Refusal {
  return {
    error: 'run_in_progress',
    reason: run === null ? 'A run of triage is just starting.' : `Run ${run.id} of triage is still going on.`,
    hint: run === null ? 'Wait for its end.' : `Wait for its end, or cancel it: orrery triage cancel ${run.id}`,
    ...(run === null ? {} : { extra: { run_id: run.id } }),
  }
}

function overAlready({ id, status }: TriageRun): Refusal {
  return { error: 'conflict', reason: `Run ${id} is over already: ${status}.` }
}
