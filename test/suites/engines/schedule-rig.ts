// A scheduler over an engine, on a real database and a clock that a test moves, sets wrongly and restarts on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createSlotsFor } from '#rooms/flow/server/cron.ts'
import { openEngine, type EngineOptions, type RoomEngine } from '#rooms/flow/server/engine/open-engine.ts'
import type { ManualTime } from '#testing/manual-time.testkit.ts'
import { createOutputFiles } from '#rooms/flow/server/output/output-files.ts'
import type { LoadedStrand } from '#rooms/flow/server/loaded-strand.ts'
import { createRetention } from '#rooms/flow/server/retention.ts'
import { createScheduler } from '#rooms/flow/server/schedule/scheduler.ts'
import { createScheduleStore } from '#rooms/flow/server/schedule/schedule-store.ts'
import { createRunReads } from '#rooms/flow/server/store/run-reads.ts'

export type ScheduleRig = Awaited<ReturnType<typeof openScheduleRig>>

/** Makes the engine of each life of a place. */
export type MakeRoomEngine = (options: EngineOptions) => RoomEngine

/** What a rig is opened with: the engine is the embedded one where none is made otherwise. */
type ScheduleStart = { readonly time: ManualTime; readonly make?: MakeRoomEngine }

export async function openScheduleRig({ time, make = openEngine }: ScheduleStart, strands: readonly LoadedStrand[]) {
  const home = await mkdtemp(join(tmpdir(), 'orrery-schedule-'))
  const missed: string[] = []
  let life = await begin({ home, time, make, strands, missed })
  return {
    time,
    /** `<strand> <slot>` of every slot that was told as missed. */
    missed,
    setStrands: (present: readonly LoadedStrand[]) => set(life, present),
    /** Looks at the clock as its timer would, and waits for what that causes. */
    wake: () => life.scheduler.wake(),
    /** Slots that have a run, in the order of their time. */
    async slots(strandId: string): Promise<string[]> {
      const { runs } = await life.reads.list({ strand: strandId, limit: 200 }, null)
      for (const { run_id: id } of runs) await life.engine.result(id)
      return runs.flatMap(({ slot }) => slot ?? []).toSorted()
    },
    /** As on a full disk. */
    async refuseWrites(refuses: boolean) {
      life.disk.isFull = refuses
    },
    async stop() {
      await life.scheduler.stop()
      await life.engine.stop()
      await life.database[Symbol.asyncDispose]()
    },
    async start(present: readonly LoadedStrand[]) {
      life = await begin({ home, time, make, strands: present, missed })
    },
    /** Removes what is older than `days`; of the strands in `few` all but their newest runs. */
    prune: (days: number, few: readonly string[] = []) =>
      createRetention({
        database: life.database,
        files: createOutputFiles(home),
        days: () => days,
        clock: time,
        keepsFew: (strandId) => few.includes(strandId),
        onDefinitionsGone: () => life.engine.forgetDefinitions(),
      }).prune(),
    async [Symbol.asyncDispose]() {
      await this.stop()
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}

type Ground = {
  readonly home: string
  readonly time: ManualTime
  readonly make: MakeRoomEngine
  readonly strands: readonly LoadedStrand[]
  readonly missed: string[]
}

type Life = Awaited<ReturnType<typeof begin>>

async function begin({ home, time, make, strands, missed }: Ground) {
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const disk = { isFull: false }
  const full = () => Promise.reject(new StorageError('The database did not take the change.'))
  const commits: Database['commits'] = {
    ...database.commits,
    write: (write) => (disk.isFull ? full() : database.commits.write(write)),
  }
  const engine = make({
    database: { ...database, commits },
    files: createOutputFiles(home),
    here: { hosts: ['here'], capabilities: [] },
    clock: time,
    after: time.after,
    log: silentLog,
    onCommit() {},
    onOutput() {},
  })
  const scheduler = createScheduler({
    trigger: (trigger) => engine.trigger(trigger),
    store: createScheduleStore({ ...database, commits }),
    slotsFor: createSlotsFor(),
    clock: time,
    after: time.after,
    log: silentLog,
    onMissed: (id, slots) => void missed.push(...slots.map((slot) => `${id} ${slot}`)),
  })
  const life = { database, disk, engine, scheduler, reads: createRunReads(database.read) }
  await set(life, strands)
  await engine.start()
  await scheduler.start()
  return life
}

async function set({ engine, scheduler }: Pick<Life, 'engine' | 'scheduler'>, strands: readonly LoadedStrand[]) {
  engine.setStrands(strands)
  await scheduler.setStrands(strands.map(({ definition }) => definition))
}
