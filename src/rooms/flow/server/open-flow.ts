// Brings the room to life: strands from files and from the mirror, the engine that runs them, and who watches.
import { err } from '#base/result.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import { systemTimers, type Timers } from '#platform/server/timers.ts'
import type { LoadError, SetJobEnabled } from '../contract.ts'
import type { FlowContext } from './context.ts'
import { createSlotsFor } from './cron.ts'
import { openEngine, type EmbeddedEngine } from './engine/open-engine.ts'
import { brokenStrand } from './engine/refusals.ts'
import { createLife } from './life.ts'
import { createFlowSocket, type FlowSocket, type FlowSocketParts } from './live/flow-socket.ts'
import { createLoader } from './loader.ts'
import { createOutputFiles } from './output/output-files.ts'
import type { StrandSource } from './ports.ts'
import { createRetention, mirrorId } from './retention.ts'
import { createRunCounts } from './run-counts.ts'
import { createScheduleStore } from './schedule/schedule-store.ts'
import { createScheduler, type Scheduler } from './schedule/scheduler.ts'
import { createHistory } from './store/history.ts'
import { createLastGood } from './store/last-good.ts'
import { createRunReads } from './store/run-reads.ts'
import { createStrandBook } from './strand-book.ts'
import { createSyntheticKeeper } from './synthetic.ts'
import { createWatch, type Watch } from './watch.ts'

export type FlowOptions = {
  readonly home: string
  readonly database: Pick<Database, 'commits' | 'read'>
  /** Disposed of with the room. */
  readonly source: StrandSource
  /** Reads the plugins anew, and answers the files that brought none. Never rejects for a bad file. */
  readonly loadPlugins: () => Promise<readonly LoadError[]>
  /** Null: no gateway is there, and mirrored jobs can't be switched. */
  readonly setJobEnabled: SetJobEnabled | null
  /** Names by which strands may call this machine; the first is told. */
  readonly hosts: readonly string[]
  readonly capabilities: readonly string[]
  readonly retentionDays: number
  /** Numbers of the frames of /ws/flow, which grow across restarts. */
  readonly frames: FlowSocketParts['frames']
  readonly clock: Clock
  /** Default: the machine's. */
  readonly timers?: Timers
  readonly log: Log
}

export function openFlow(options: FlowOptions): FlowContext {
  const { database, source, loadPlugins, log } = options
  const stores = openStores(options)
  const { book, reads } = stores
  const counts = createRunCounts()
  const watch: Watch = createWatch({
    book,
    live: () => live,
    onOver: (run) => {
      counts.note(run)
      if (run.workflow_id === mirrorId) life.pruneSoon(mirrorId)
    },
  })
  const live: FlowSocket = createFlowSocket({
    strands: book.all,
    strand: book.get,
    errors: book.errors,
    openRuns: watch.openRuns,
    frames: options.frames,
    timers: timersOf(options),
  })
  const engine = openRoomEngine(options, stores, { watch, live })
  const trigger: FlowContext['trigger'] = async (wanted) => {
    const fault = book.broken(wanted.strandId)
    return fault === null ? engine.trigger(wanted) : err(brokenStrand(wanted.strandId, fault))
  }
  const scheduler = openScheduler(options, stores, { trigger, live })
  const lastGood = createLastGood(database, log)
  const loader = createLoader({ source, lastGood, loadPlugins, engine, book, scheduler, live, log })
  const synthetic = createSyntheticKeeper({
    database,
    reads,
    onReplace: (strands) => life.inBackground(loader.setSynthetic(strands)),
    onRuns: (runs) => runs.forEach((run) => watch.tell(run, [])),
  })
  const retention = createRetention({
    ...options,
    files: stores.files,
    days: options.retentionDays,
    onDefinitionsGone: engine.forgetDefinitions,
  })
  const parts = { source, engine, trigger, book, reads, scheduler, loader, synthetic, retention, watch, live, log }
  const life = createLife({ ...parts, every: timersOf(options).every })
  const { clock, setJobEnabled } = options
  return { ...stores, engine, trigger, synthetic, live, counts, clock, setJobEnabled, reload: loader.reload, ...life }
}

const timersOf = ({ timers }: FlowOptions): Timers => timers ?? systemTimers

type Stores = Pick<FlowContext, 'book' | 'reads' | 'history' | 'files' | 'slotsFor'>

function openStores({ home, database, clock }: FlowOptions): Stores {
  const slotsFor = createSlotsFor()
  const history = createHistory(database)
  const book = createStrandBook({ history, slotsFor, clock })
  return { book, history, slotsFor, reads: createRunReads(database.read), files: createOutputFiles(home) }
}

type Watching = { readonly watch: Watch; readonly live: FlowSocket }

function openRoomEngine(options: FlowOptions, { files }: Stores, { watch, live }: Watching): EmbeddedEngine {
  const { database, hosts, capabilities, clock, log } = options
  return openEngine({
    database,
    files,
    here: { hosts, capabilities },
    clock,
    after: timersOf(options).after,
    log,
    onCommit: ({ run, steps }) => watch.tell(run, steps),
    onOutput: live.output,
  })
}

type Acting = { readonly trigger: FlowContext['trigger']; readonly live: FlowSocket }

function openScheduler(options: FlowOptions, { book, slotsFor }: Stores, { trigger, live }: Acting): Scheduler {
  return createScheduler({
    trigger,
    store: createScheduleStore(options.database),
    slotsFor,
    clock: options.clock,
    after: timersOf(options).after,
    log: options.log,
    onMissed(strandId, slots) {
      book.noteMissed(strandId, slots)
      live.strandChanged(strandId)
    },
  })
}
