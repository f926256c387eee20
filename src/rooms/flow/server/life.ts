// The beginning and the end of the room, and what it does in the background in between.
import { hourMs, secondMs } from '#base/time.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { StorageError } from '#platform/server/db/storage-error.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { FlowSocket } from './live/flow-socket.ts'
import type { Loader } from './loader.ts'
import type { FlowContext } from './context.ts'
import { followOthers } from './follow-others.ts'
import type { Needs } from './needs.ts'
import type { OutputFiles } from './output/output-files.ts'
import type { StrandSource } from './loaded-strand.ts'
import type { Trigger } from './engine/trigger.ts'
import type { WorkflowEngine } from './ports.ts'
import { createMendWatch, mendLookMs } from './mend-watch.ts'
import type { Retention } from './retention.ts'
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
  /** Ids of the strands that run once right after the scheduler started. */
  readonly warmUps: readonly string[]
  readonly watch: Watch
  readonly needs: Needs
  readonly live: FlowSocket
  readonly every: Timers['every']
  readonly database: Pick<Database, 'others'>
  readonly files: Pick<OutputFiles, 'remove'>
  readonly log: Log
}

export function createLife(parts: LifeParts): Life {
  const { source, engine, scheduler, loader, synthetic, retention, watch, needs, live, log } = parts
  let stopPruning: (() => void) | null = null
  let stopLooking: (() => void) | null = null
  const lookForMended = createMendWatch({ files: () => brokenFiles(parts), reload: loader.reload })

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
      followOthers(parts)
      await needs.load()
      await engine.start()
      await scheduler.start()
      inBackground(warmUp(parts))
      inBackground(startAtBoot(parts))
      pruneSoon()
      stopLooking = parts.every(mendLookMs, () => inBackground(lookForMended()))
      stopPruning = parts.every(pruneEveryMs, () => {
        pruneSoon()
        needs.refresh()
      })
    },
    async stop() {
      stopPruning?.()
      stopLooking?.()
      await scheduler.stop()
      await engine.stop()
      live[Symbol.dispose]()
      await source[Symbol.asyncDispose]()
    },
  }
}

function brokenFiles({ book }: LifeParts): string[] {
  return book.ids().flatMap((id) => (book.broken(id) === null ? [] : (book.definition(id)?.modulePath ?? [])))
}

/** A database that takes nothing yet, as PostgreSQL that is not there at the start, is asked again. */
async function triggerSoon({ trigger, every }: LifeParts, wanted: Trigger): ReturnType<LifeParts['trigger']> {
  for (;;) {
    try {
      return await trigger(wanted)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
    }
    await new Promise<void>((resolve) => {
      const stop = every(secondMs, () => {
        stop()
        resolve()
      })
    })
  }
}

/** What such a strand shows is fresh then; a failure stops nothing. */
async function warmUp(parts: LifeParts): Promise<void> {
  const { book, log, warmUps } = parts
  for (const id of warmUps.filter((each) => book.definition(each)?.enabled === true)) {
    const warm = { strandId: id, runId: null, trigger: 'cron', by: 'boot-warmup', input: null, slot: null } as const
    const started = await triggerSoon(parts, warm)
    if (!started.ok) log.warn({ strand_id: id, reason: started.error.reason }, 'a strand did not run at the start')
  }
}

/** Strands that say so run once after each start, unless the last process left a run of theirs that goes on. */
async function startAtBoot(parts: LifeParts): Promise<void> {
  const { book, watch, log } = parts
  const wanted = book.definitions().filter((strand) => strand.startAtBoot === true && strand.enabled)
  const going = new Set(watch.openRuns().map(({ workflow_id: id }) => id))
  for (const { id } of wanted.filter((strand) => !going.has(strand.id))) {
    const boot = { strandId: id, runId: null, trigger: 'manual', by: 'boot', input: null, slot: null } as const
    const started = await triggerSoon(parts, boot)
    if (!started.ok) log.warn({ strand_id: id, reason: started.error.reason }, 'a strand did not run at the start')
  }
}
