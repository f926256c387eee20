// Brings the room to life: strands from files and from the mirror, the engine that runs them, and who watches.
import { err } from '#base/result.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import { systemTimers, type Timers } from '#platform/server/timers.ts'
import type { BroughtStrand, LoadError, SetJobEnabled } from '../contract.ts'
import type { FlowContext } from './context.ts'
import { createSlotsFor } from './cron.ts'
import { openEngine, type OpenEngine, type RoomEngine } from './engine/open-engine.ts'
import { brokenStrand } from './engine/refusals.ts'
import { createLife } from './life.ts'
import { createFlowSocket, type FlowSocket, type FlowSocketParts } from './live/flow-socket.ts'
import { createLoader } from './loader.ts'
import { createNeeds, type Needs } from './needs.ts'
import { createOutputFiles } from './output/output-files.ts'
import type { StrandSource } from './loaded-strand.ts'
import { createRetention } from './retention.ts'
import { createRunSearch } from './run-search.ts'
import { createRunCounts } from './run-counts.ts'
import { createScheduleStore } from './schedule/schedule-store.ts'
import { createScheduler, type Scheduler } from './schedule/scheduler.ts'
import { createHistory } from './store/history.ts'
import { createLastGood } from './store/last-good.ts'
import { createRunReads } from './store/run-reads.ts'
import { createStrandBook, type StrandBook } from './strand-book.ts'
import { createSyntheticKeeper } from './synthetic.ts'
import { createWatch, type Watch } from './watch.ts'

export type FlowOptions = {
  readonly home: string
  readonly database: Pick<Database, 'commits' | 'read' | 'others'>
  /** Disposed of with the room. */
  readonly source: StrandSource
  /** Reads the plugins anew, and answers the files that brought none. Never rejects for a bad file. */
  readonly loadPlugins: () => Promise<readonly LoadError[]>
  /** Null: no gateway is there, and mirrored jobs can't be switched. */
  readonly setJobEnabled: SetJobEnabled | null
  /** Names by which strands may call this machine; the first is told. */
  readonly hosts: readonly string[]
  readonly capabilities: () => readonly string[]
  /** Default: the embedded engine. */
  readonly openEngine?: OpenEngine
  readonly retentionDays: () => number
  /** What is asked for strands that other rooms brought along; the source holds the strands themselves. */
  readonly strands?: readonly Pick<BroughtStrand<AbortSignal>, 'id' | 'warmsUp' | 'keeps'>[]
  /** Numbers of the frames of /ws/flow, which grow across restarts. */
  readonly frames: FlowSocketParts['frames']
  readonly clock: Clock
  /** Default: the machine's. */
  readonly timers?: Timers
  readonly log: Log
}

export function openFlow(options: FlowOptions): FlowContext {
  const { database, source, loadPlugins, log, strands = [] } = options
  const keepsFew = (strandId: string): boolean => strands.some(({ id, keeps }) => id === strandId && keeps === 'few')
  const stores = openStores(options)
  const { book, reads } = stores
  const counts = createRunCounts()
  const search = createRunSearch({
    read: database.read,
    reads,
    nameOf: (strandId) => book.get(strandId)?.name ?? strandId,
  })
  const needs = createNeeds({ book, read: database.read, clock: options.clock })
  const watch: Watch = createWatch({
    book,
    live: () => live,
    onRun: needs.noteRun,
    onOver: (run) => {
      counts.note(run)
      search.note(run)
      if (keepsFew(run.workflow_id)) life.pruneSoon(run.workflow_id)
    },
  })
  const live = openSocket(options, { book, watch, needs })
  const engine = openRoomEngine(options, stores, { watch, live })
  const trigger: FlowContext['trigger'] = async (wanted) => {
    const fault = book.broken(wanted.strandId)
    return fault === null ? engine.trigger(wanted) : err(brokenStrand(wanted.strandId, fault))
  }
  const scheduler = openScheduler(options, stores, { trigger, live })
  const lastGood = createLastGood({ database, clock: options.clock, log })
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
    keepsFew,
    onDefinitionsGone: engine.forgetDefinitions,
  })
  const warmUps = strands.filter(({ warmsUp }) => warmsUp === true).map(({ id }) => id)
  const seen = { ...stores, database, source, warmUps, retention, watch, needs, live, log }
  const life = createLife({ ...seen, engine, trigger, scheduler, loader, synthetic, every: timersOf(options).every })
  const { clock, setJobEnabled } = options
  const acting = { engine, trigger, synthetic, setJobEnabled, reload: loader.reload, ...life }
  return { ...stores, ...acting, live, counts, needs, search, clock }
}

type Told = { readonly book: StrandBook; readonly watch: Watch; readonly needs: Needs }

function openSocket(options: FlowOptions, { book, watch, needs }: Told): FlowSocket {
  return createFlowSocket({
    strands: book.all,
    strand: book.get,
    errors: book.errors,
    openRuns: watch.openRuns,
    onStrand: needs.strandChanged,
    frames: options.frames,
    timers: timersOf(options),
  })
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

function openRoomEngine(options: FlowOptions, { files }: Stores, { watch, live }: Watching): RoomEngine {
  const { database, hosts, capabilities, clock, log } = options
  return (options.openEngine ?? openEngine)({
    database,
    files,
    here: {
      hosts,
      get capabilities() {
        return capabilities()
      },
    },
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
