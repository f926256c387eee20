// Brings the room to life: fails runs of a process that died, and connects stores, runner and routes.
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { ChatModel } from '#platform/server/model/chat-model.ts'
import { ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { LanesChange, TriageRun } from '../contract.ts'
import { nowIso, type TriageContext } from './context.ts'
import type { TriagedTasks } from './ports.ts'
import { mountTriage } from './routes.ts'
import { followOthers, type TriageElsewhere } from './follow-others.ts'
import { interrupted } from './run/interrupted.ts'
import { createRunner, type Runner, type TriageRunOptions } from './run/runner.ts'
import { createBriefStore } from './stores/briefs.ts'
import { createMemoryStore } from './stores/memories.ts'
import { createOverrideStore } from './stores/overrides.ts'
import { createRunStore } from './stores/runs.ts'
import { createScoreStore } from './stores/scores.ts'

/** Disposing gives up the run that goes on and resolves when its row says so. */
export interface Triage extends AsyncDisposable {
  /** Mounts /api/triage, /api/briefs and /api/morning. */
  mount(api: Api): void
  /**
   * One pass over the open tasks; resolves when it is over, however it ended: see the run's `status` and `error`. Refuses
   * with `run_in_progress`; rejects with `StorageError` when it could not even begin. `signal` cancels it.
   */
  run(options: TriageRunOptions): Promise<Result<TriageRun, Refusal>>
}

export type TriageOptions = {
  readonly database: Pick<Database, 'read' | 'commits' | 'others'>
  readonly tasks: TriagedTasks
  readonly model: ChatModel
  readonly maxTasks: () => number
  readonly publish: Publish<LanesChange['value']>
  readonly clock: Clock
  readonly log: Log
}

export type OpenedTriage = {
  readonly context: TriageContext
  readonly runner: Runner
  readonly elsewhere: TriageElsewhere
}

/** Rejects with `StorageError`. */
export async function openTriage(options: TriageOptions): Promise<OpenedTriage> {
  const { database, tasks, model, maxTasks, publish, clock, log } = options
  const { read, commits } = database
  const context: TriageContext = {
    commits,
    tasks,
    model,
    maxTasks,
    running: () => runner.running() ?? elsewhere.run(),
    publish,
    clock,
    log,
    briefs: createBriefStore(read),
    overrides: createOverrideStore(read),
    memories: createMemoryStore(read),
    runs: createRunStore(read, database.others.node),
    scores: createScoreStore(read),
  }
  await commits.write({ script: () => context.runs.failInterrupted(nowIso(context), interrupted) })
  const elsewhere: TriageElsewhere = followOthers({ database, context })
  const runner: Runner = createRunner(context)
  await elsewhere.look()
  return { context, runner, elsewhere }
}

export function triageOver({ context, runner }: Pick<OpenedTriage, 'context' | 'runner'>): Triage {
  return {
    mount: (api) => mountTriage(api, context, runner),
    async run(options) {
      const started = await runner.start(options)
      return started.ok ? ok(await started.value.over) : started
    },
    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  }
}
