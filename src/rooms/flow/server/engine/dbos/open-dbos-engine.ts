// Puts the engine on PostgreSQL together. Loaded where an address of one is set, and else never.
import { secondMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { WorkflowEngine } from '../../ports.ts'
import { StorageError } from '#platform/server/db/storage-error.ts'
import { createEmbeddedEngine } from '../embedded-engine.ts'
import { makeRunId, type EngineOptions, type RoomEngine } from '../open-engine.ts'
import { bodiesAtOnce, createPlaces } from '../places.ts'
import { createStepOutputs } from '../step-outputs.ts'
import { createJournal } from '../../store/journal.ts'
import { createRunReads } from '../../store/run-reads.ts'
import type { LoadedStrand } from '../../loaded-strand.ts'
import { createBeginAway } from './begin-away.ts'
import { createDbosJournal } from './dbos-journal.ts'
import { createLoom, type Loom } from './loom.ts'
import { createNodeDatabase, type NodeDatabase } from './postgres.ts'
import { createStepWorker, type StepWorker } from './step-worker.ts'
import { servedQueues } from '../../../core/served-queues.ts'

/** A start waits so long, if PostgreSQL is there; what it resumes comes later then. */
const startLimitMs = 15 * secondMs

export type ScaleOut = {
  /** `postgres://…` */
  readonly url: string
  /** The name of this machine among those of one PostgreSQL. */
  readonly node: string
}

export function openDbosEngine(options: EngineOptions, { url, node }: ScaleOut): RoomEngine {
  return openDbosEngineOn(options, node, createNodeDatabase({ url, node, log: options.log }))
}

/** The same over connections that are the caller's until the engine stops. */
export function openDbosEngineOn(options: EngineOptions, node: string, nodeDatabase: NodeDatabase): RoomEngine {
  const { database, files, here, clock, after, log, onCommit, onOutput } = options
  const local = createJournal(database)
  const queues = servedQueues(here)
  const loom = createLoom({ database: nodeDatabase, node, queues, log })
  const shared = { places: createPlaces(bodiesAtOnce), here, clock, after, log }
  const engine = createEmbeddedEngine({
    ground: {
      ...shared,
      journal: createDbosJournal({ loom, node, database, local, reachable: () => nodeDatabase.reachable() }),
      outputs: createStepOutputs({ files, onChunk: onOutput, log }),
      beginAway: createBeginAway({ loom, node, after, log }),
      onCommit,
    },
    reads: createRunReads(database.read),
    makeId: () => makeRunId(clock),
  })
  let strands: ReadonlyMap<string, LoadedStrand> = new Map()
  const worker = createStepWorker({ loom, node, ground: shared, strand: (id) => strands.get(id) })

  const beginning = createBeginning({ loom, engine, worker, nodeDatabase, log })
  return {
    setStrands(present) {
      strands = new Map(present.map((strand) => [strand.definition.id, strand]))
      engine.setStrands(present)
    },
    start: beginning.start,
    async trigger(trigger) {
      // Without a wait, so that runs begin in the order in which they were asked for.
      beginning.check()
      return engine.trigger(trigger)
    },
    async cancel(runId, by) {
      beginning.check()
      await nodeDatabase.reachable()
      return engine.cancel(runId, by)
    },
    async retry(runId, by) {
      beginning.check()
      return engine.retry(runId, by)
    },
    result: (runId) => engine.result(runId),
    async stop() {
      beginning.stop()
      await engine.stop()
      await worker.stop()
      await loom.close()
    },
    forgetDefinitions: () => local.forgetDefinitions(),
  }
}

type Beginning = {
  /** Resolves once runs may begin, or PostgreSQL has to be waited for. */
  readonly start: () => Promise<void>
  /** Throws a `StorageError` while no run may begin: what a dead process left is taken up first, and once. */
  readonly check: () => void
  readonly stop: () => void
}

type BeginningParts = {
  readonly loom: Loom
  readonly engine: WorkflowEngine
  readonly worker: StepWorker
  readonly nodeDatabase: NodeDatabase
  readonly log: Log
}

function createBeginning({ loom, engine, worker, nodeDatabase, log }: BeginningParts): Beginning {
  let isBegun = false
  let isStopping = false
  async function begin(): Promise<void> {
    await loom.open(worker.begin)
    await engine.start()
    isBegun = true
  }
  return {
    async start() {
      const begun = begin()
      const late = Promise.withResolvers<'late'>()
      const timer = setTimeout(() => late.resolve('late'), startLimitMs).unref()
      const troubled = nodeDatabase.troubled.then(() => 'late' as const)
      if ((await Promise.race([begun, late.promise, troubled])) === 'late') {
        begun.catch((error: unknown) => {
          if (!isStopping) log.error({ err: error }, 'the runs in PostgreSQL could not be taken up')
        })
      }
      clearTimeout(timer)
    },
    check() {
      const trouble = nodeDatabase.trouble() ?? 'remote'
      if (!isBegun) throw new StorageError('PostgreSQL was not reached since the start.', { trouble })
    },
    stop: () => void (isStopping = true),
  }
}
