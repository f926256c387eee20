// Puts the engine on PostgreSQL together. Loaded where an address of one is set, and else never.
import { secondMs } from '#base/time.ts'
import { createEmbeddedEngine } from '../embedded-engine.ts'
import { makeRunId, type EngineOptions, type RoomEngine } from '../open-engine.ts'
import { bodiesAtOnce, createPlaces } from '../places.ts'
import { createStepOutputs } from '../step-outputs.ts'
import { createJournal } from '../../store/journal.ts'
import { createRunReads } from '../../store/run-reads.ts'
import type { LoadedStrand } from '../../loaded-strand.ts'
import { createBeginAway } from './begin-away.ts'
import { createDbosJournal } from './dbos-journal.ts'
import { createLoom } from './loom.ts'
import { createNodeDatabase, type NodeDatabase } from './postgres.ts'
import { createStepWorker } from './step-worker.ts'
import { servedQueues } from '../../../core/served-queues.ts'

/** A start waits so long for PostgreSQL; what it resumes comes later then. */
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
      journal: createDbosJournal({ loom, node, database, local }),
      outputs: createStepOutputs({ files, onChunk: onOutput, log }),
      beginAway: createBeginAway({ loom, node, after, log }),
      onCommit,
    },
    reads: createRunReads(database.read),
    makeId: () => makeRunId(clock),
  })
  let strands: ReadonlyMap<string, LoadedStrand> = new Map()
  const worker = createStepWorker({ loom, node, ground: shared, strand: (id) => strands.get(id) })

  async function begin(): Promise<void> {
    await loom.open(worker.begin)
    await engine.start()
  }

  return {
    setStrands(present) {
      strands = new Map(present.map((strand) => [strand.definition.id, strand]))
      engine.setStrands(present)
    },
    async start() {
      const begun = begin()
      const late = Promise.withResolvers<'late'>()
      const timer = setTimeout(() => late.resolve('late'), startLimitMs).unref()
      if ((await Promise.race([begun, late.promise])) === 'late') {
        begun.catch((error: unknown) => log.error({ err: error }, 'the runs in PostgreSQL could not be taken up'))
      }
      clearTimeout(timer)
    },
    trigger: (trigger) => engine.trigger(trigger),
    cancel: (runId, by) => engine.cancel(runId, by),
    retry: (runId, by) => engine.retry(runId, by),
    result: (runId) => engine.result(runId),
    async stop() {
      await engine.stop()
      await worker.stop()
      await loom.close()
    },
    forgetDefinitions: () => local.forgetDefinitions(),
  }
}
