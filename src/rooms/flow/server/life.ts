// The beginning and the end of the room, and what it does in the background in between.
import { hourMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { FlowSocket } from './live/flow-socket.ts'
import type { Loader } from './loader.ts'
import type { FlowContext } from './context.ts'
import type { StrandSource, WorkflowEngine } from './ports.ts'
import { mirrorId, type Retention } from './retention.ts'
import type { Scheduler } from './schedule/scheduler.ts'
import type { RunReads } from './store/run-reads.ts'
import type { StrandBook } from './strand-book.ts'
import type { SyntheticKeeper } from './synthetic.ts'
import type { Watch } from './watch.ts'

const pruneEveryMs = hourMs

export interface Life {
  /** Loads strands, resumes runs and watches the clock. Called once. */
  start(): Promise<void>
  stop(): Promise<void>
  pruneSoon(strandId?: string): void
  /** What nobody waits for: a failure is logged, and the next time repeats it. */
  inBackground(work: Promise<unknown>): void
}

export type LifeParts = {
  readonly source: StrandSource
  readonly engine: WorkflowEngine
  /** As everybody else starts runs: a strand whose file is broken is refused. */
  readonly trigger: FlowContext['trigger']
  readonly book: StrandBook
  readonly reads: RunReads
  readonly scheduler: Scheduler
  readonly loader: Loader
  readonly synthetic: SyntheticKeeper
  readonly retention: Retention
  readonly watch: Watch
  readonly live: FlowSocket
  readonly every: Timers['every']
  readonly log: Log
}

export function createLife(parts: LifeParts): Life {
  const { source, engine, scheduler, loader, synthetic, retention, watch, live, log } = parts
  let stopPruning: (() => void) | null = null

  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => log.error({ err: error }, 'a part of the workflow room failed'))
  }

  function pruneSoon(strandId?: string): void {
    inBackground(retention.prune(strandId).then(watch.removed))
  }

  return {
    inBackground,
    pruneSoon,
    async start() {
      await loader.setSynthetic(synthetic.all())
      await loader.reload()
      watch.setOpen(await parts.reads.open())
      await engine.start()
      await scheduler.start()
      inBackground(warmUp(parts))
      inBackground(startAtBoot(parts))
      pruneSoon()
      stopPruning = parts.every(pruneEveryMs, () => pruneSoon())
    },
    async stop() {
      stopPruning?.()
      await scheduler.stop()
      await engine.stop()
      live[Symbol.dispose]()
      await source[Symbol.asyncDispose]()
    },
  }
}

/** The mirror runs once right after the scheduler started, so that its jobs are fresh; a failure stops nothing. */
async function warmUp({ trigger, book, log }: LifeParts): Promise<void> {
  if (book.definition(mirrorId)?.enabled !== true) return
  const warm = { strandId: mirrorId, runId: null, trigger: 'cron', by: 'boot-warmup', input: null, slot: null } as const
  const started = await trigger(warm)
  if (!started.ok) log.warn({ reason: started.error.reason }, 'the mirror did not run at the start')
}

/** Strands that say so run once after each start, unless the last process left a run of theirs that goes on. */
async function startAtBoot({ trigger, book, watch, log }: LifeParts): Promise<void> {
  const wanted = book.definitions().filter((strand) => strand.startAtBoot === true && strand.enabled)
  const going = new Set(watch.openRuns().map(({ workflow_id: id }) => id))
  for (const { id } of wanted.filter((strand) => !going.has(strand.id))) {
    const boot = { strandId: id, runId: null, trigger: 'manual', by: 'boot', input: null, slot: null } as const
    const started = await trigger(boot)
    if (!started.ok) log.warn({ strand_id: id, reason: started.error.reason }, 'a strand did not run at the start')
  }
}
