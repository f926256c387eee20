// A strand whose steps leave a trace outside of the journal, and an engine over a home, for processes that are killed.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { openDbosEngine } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import { openEngine, type EngineOptions } from '#rooms/flow/server/engine/open-engine.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { createOutputFiles } from '#rooms/flow/server/output/output-files.ts'
import { strandOf, type Body } from '#rooms/flow/server/strands.testkit.ts'

/** The file gets a line for each beginning and end of a body: `<run> <step> <try> begin`. */
export function crashStrand(traces: string) {
  const traced =
    (result: Body): Body =>
    async (call) => {
      const note = (what: string) => appendFileSync(traces, `${call.runId} ${call.stepId} ${call.attempt} ${what}\n`)
      note('begin')
      await new Promise(setImmediate)
      const value = await result(call)
      note('end')
      return value
    }
  const retry = { retries: 1, delayMs: 1, factor: 1, maxDelayMs: 1 }
  return strandOf('crash', {
    a: { run: traced(({ output }) => (output('a line of output'), 'A')) },
    b: {
      after: ['a'],
      retry,
      run: traced(({ attempt }) => (attempt === 1 ? Promise.reject(new Error('the first try fails')) : 'B')),
    },
    c: { after: ['a'], run: traced(() => 'C') },
    d: { after: ['b', 'c'], run: traced(({ results }) => results) },
  })
}

/** On PostgreSQL where its address is given. */
export async function openCrashEngine(home: string, traces: string, url: string | null) {
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const options: EngineOptions = {
    database,
    files: createOutputFiles(home),
    here: { hosts: ['here'], capabilities: [] },
    clock: systemClock,
    after: systemTimers.after,
    log: silentLog,
    onCommit() {},
    onOutput() {},
  }
  const engine = url === null ? openEngine(options) : openDbosEngine(options, { url, node: 'here' })
  engine.setStrands([crashStrand(traces)])
  await engine.start()
  return { database, engine }
}
