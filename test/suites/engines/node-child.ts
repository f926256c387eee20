// Another node: an engine over a home of its own, in a process that a test may kill. Prints `ready` once it serves its queues,
// and asks for a run of `any` under each id that it reads.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { openDbosEngine } from '#rooms/flow/server/engine/dbos/open-dbos-engine.ts'
import { createOutputFiles } from '#rooms/flow/server/output/output-files.ts'
import { nodeStrands } from './node-strands.ts'

const [url = '', node = '', home = '', traces = '', installed = ''] = process.argv.slice(2)
const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
const engine = openDbosEngine(
  {
    database,
    files: createOutputFiles(home),
    here: { hosts: [node], capabilities: ['gpu'] },
    clock: systemClock,
    after: systemTimers.after,
    log: silentLog,
    onCommit() {},
    onOutput() {},
  },
  { url, node },
)
engine.setStrands(nodeStrands((line) => appendFileSync(traces, `${node} ${line}\n`)).slice(0, Number(installed)))
await engine.start()
process.stdout.write('ready\n')
// It keeps the process, too: timers of the engine do not.
for await (const runId of createInterface({ input: process.stdin }))
  await engine.trigger({
    strandId: 'any',
    runId,
    trigger: 'cron',
    by: 'schedule',
    input: null,
    slot: runId.slice('any@'.length),
  })
