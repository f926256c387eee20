// The embedded engine over a database of its own, with a strand of three steps that do nothing.
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { openEngine } from '#rooms/flow/server/engine/open-engine.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { createOutputFiles } from '#rooms/flow/server/output/output-files.ts'
import { strandOf } from '#rooms/flow/server/strands.testkit.ts'
import { hold } from './held.ts'

type OpenEngine = (options: Parameters<typeof openEngine>[0]) => ReturnType<typeof openEngine>

export type BenchEngine = AsyncDisposable & {
  /** So many runs A → B, C, so many of them at once, from their triggers to their last commits. */
  readonly run: (count: number, atOnce: number) => Promise<void>
}

/** On SQLite, or as `open` makes it. */
export async function benchEngine(home: string, open: OpenEngine = openEngine): Promise<BenchEngine> {
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const engine = open({
    database,
    files: createOutputFiles(home),
    here: { hosts: ['here'], capabilities: [] },
    clock: systemClock,
    after: systemTimers.after,
    log: silentLog,
    onCommit() {},
    onOutput() {},
  })
  const steps = { a: {}, b: { after: ['a'] }, c: { after: ['a'] } }
  engine.setStrands([strandOf('bench', steps, { concurrency: 1000 })])
  await engine.start()
  const one = async (): Promise<void> => {
    const trigger = { strandId: 'bench', runId: null, trigger: 'manual', by: 'bench', input: null, slot: null } as const
    const started = await engine.trigger(trigger)
    if (!started.ok) throw new Error(started.error.reason)
    await engine.result(started.value.runId)
  }
  const parts = { run: (count: number, atOnce: number) => inParallel(one, count, atOnce) }
  return hold(parts, async () => {
    await engine.stop()
    await database[Symbol.asyncDispose]()
  })
}

async function inParallel(work: () => Promise<void>, count: number, atOnce: number): Promise<void> {
  let left = count
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
