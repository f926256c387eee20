// A node in a process that a test kills. Prints `ready` once it serves its queues; runs what it reads, `<strand> <run> <slot>`,
// and prints `over <run> <status>`, with `none` for one that another node has.
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { StorageError } from '#platform/server/db/storage-error.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { openDbosEngine } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import { createOutputFiles } from '#rooms/flow/server/output/output-files.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { faultStrands } from './fault-strands.ts'

const [url = '', node = '', home = '', folder = ''] = process.argv.slice(2)
const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
const engine = openDbosEngine(
  {
    database,
    files: createOutputFiles(home),
    here: { hosts: [node], capabilities: node === 'there' ? ['gpu'] : [] },
    clock: systemClock,
    after: systemTimers.after,
    log: silentLog,
    onCommit() {},
    onOutput() {},
  },
  { url, node },
)
engine.setStrands(faultStrands(node, folder))
await engine.start()
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) void run(line.split(' '))

async function run([strandId = '', runId = '', slot = '']: readonly string[]): Promise<void> {
  const trigger = {
    strandId,
    runId,
    trigger: 'cron',
    by: 'test',
    input: null,
    slot: slot === '' ? null : slot,
  } as const
  for (;;) {
    try {
      const started = await engine.trigger(trigger)
      const over = started.ok ? await engine.result(runId) : { status: started.error.reason }
      process.stdout.write(`over ${runId} ${over?.status ?? 'none'}\n`)
      return
    } catch (error) {
      // As a caller does who is told to come again.
      if (!(error instanceof StorageError)) throw error
      await wait(200)
    }
  }
}
