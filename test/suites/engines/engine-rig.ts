// An engine on a real database in a temporary home that a test may kill, whatever else it stands on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { toRunStep } from '#rooms/flow/core/record.ts'
import { openEngine, type EngineOptions } from '#rooms/flow/server/engine/open-engine.ts'
import { createOutputFiles, readStretch } from '#rooms/flow/server/output/output-files.ts'
import type { LoadedStrand } from '#rooms/flow/server/loaded-strand.ts'
import { allSteps } from '#rooms/flow/server/store/all-steps.ts'
import { createRunReads } from '#rooms/flow/server/store/run-reads.ts'
import type { WorkflowEngine } from '#rooms/flow/server/ports.ts'
import type { OpenRig, Rig } from './rig.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'

/** An engine, and what ends with its process beside it. */
export type Mortal = { readonly engine: WorkflowEngine; readonly kill: () => Promise<void> }
export type MakeEngine = (options: EngineOptions) => Mortal

export const openEmbeddedRig: OpenRig = (strands) => openEngineRig(strands, (options) => embedded(options))

const embedded: MakeEngine = (options) => ({ engine: openEngine(options), kill: () => Promise.resolve() })

export async function openEngineRig(strands: readonly LoadedStrand[], make: MakeEngine): Promise<Rig> {
  const home = await mkdtemp(join(tmpdir(), 'orrery-engine-'))
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const ground = { home, time, make }
  let life = await begin(ground, strands)
  const next = async (ending: (present: Life) => Promise<void>, loaded: readonly LoadedStrand[]): Promise<void> => {
    await ending(life)
    life = await begin(ground, loaded)
  }
  return {
    get engine() {
      return life.engine
    },
    time,
    find: (runId) => life.reads.find(runId),
    async steps(runId) {
      return allSteps(runId, await life.reads.definition(runId), await life.reads.steps(runId)).map(toRunStep)
    },
    async output(runId, stepId) {
      const stretches = createOutputFiles(home).stretches({ runId, stepId }, 0)
      return Buffer.concat(await Promise.all(stretches.map((one) => readStretch(one, one.bytes)))).toString()
    },
    refuseWrites: (refuses) => life.mortal.refuse(refuses),
    die: (loaded) => next(kill, loaded),
    restart: (loaded) => next(stop, loaded),
    async [Symbol.asyncDispose]() {
      await kill(life)
      // Output of a dead engine may still be on its way to the disk.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

type Life = Awaited<ReturnType<typeof begin>>

type Ground = { readonly home: string; readonly time: ManualTime; readonly make: MakeEngine }

async function begin({ home, time, make }: Ground, strands: readonly LoadedStrand[]) {
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const mortal = mortalDatabase(database)
  const { engine, kill } = make({
    database: mortal.database,
    files: createOutputFiles(home),
    here: { hosts: ['here'], capabilities: [] },
    clock: time,
    after: time.after,
    log: silentLog,
    onCommit() {},
    onOutput() {},
  })
  engine.setStrands(strands)
  await engine.start()
  return { engine, kill, database, mortal, reads: createRunReads(database.read) }
}

/** As a killed process: what is committed stands, nothing else is ever done. */
async function kill({ database, mortal, kill }: Life): Promise<void> {
  mortal.die()
  await kill()
  await database[Symbol.asyncDispose]()
}

async function stop({ engine, database }: Life): Promise<void> {
  await engine.stop()
  await database[Symbol.asyncDispose]()
}

function mortalDatabase(database: Database) {
  let isDead = false
  let isFull = false
  const never = new Promise<never>(() => {})
  const commits: Database['commits'] = {
    ...database.commits,
    write(write) {
      if (isFull) return Promise.reject(new StorageError('The database did not take the change.'))
      return isDead ? never : database.commits.write(write)
    },
  }
  return {
    database: { ...database, commits },
    die() {
      isDead = true
    },
    refuse(refuses: boolean) {
      isFull = refuses
    },
  }
}
