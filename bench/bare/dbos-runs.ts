// The reference for strands on PostgreSQL: a workflow of DBOS with three steps that do nothing, and nothing else. Prints the
// milliseconds that a run took: `dbos-runs.ts <url> <runs> <at once>`.
import { DBOS } from '@dbos-inc/dbos-sdk'

const [url = '', count = '', atOnce = ''] = process.argv.slice(2)
const step = (name: string) => DBOS.runStep(async () => null, { name })
const workflow = DBOS.registerWorkflow(
  async () => {
    await step('a')
    await Promise.all([step('b'), step('c')])
  },
  { name: 'bare' },
)
DBOS.setConfig({ name: 'bare', systemDatabaseUrl: url, logLevel: 'error', runAdminServer: false })
await DBOS.launch()

const run = async (): Promise<void> => {
  const handle = await DBOS.startWorkflow(workflow)()
  await handle.getResult()
}

async function runAll(runs: number): Promise<void> {
  let left = runs
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await run()
    }
  }
  await Promise.all(Array.from({ length: Number(atOnce) }, lane))
}

// What compiles at first use is no part of a run.
await runAll(Number(atOnce) * 3)
const startedMs = performance.now()
await runAll(Number(count))
process.stdout.write(JSON.stringify({ ms: (performance.now() - startedMs) / Number(count) }))
await DBOS.shutdown()
