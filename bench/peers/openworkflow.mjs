// Runs a workflow of three steps on openworkflow with SQLite and prints the milliseconds that one took.
import { OpenWorkflow } from 'openworkflow'
import { BackendSqlite } from 'openworkflow/sqlite'

const [file, count, atOnce] = process.argv.slice(2)
const backend = BackendSqlite.connect(file)
const client = new OpenWorkflow({ backend })
const workflow = client.defineWorkflow({ name: 'bench' }, async ({ step }) => {
  await step.run({ name: 'a' }, async () => 'a')
  await Promise.all([step.run({ name: 'b' }, async () => 'b'), step.run({ name: 'c' }, async () => 'c')])
  return 'done'
})
const worker = client.newWorker({ concurrency: Number(atOnce) })
await worker.start()
let left = Number(count)
const startedMs = performance.now()
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (left-- > 0) await (await workflow.run({})).result()
  }),
)
console.log(JSON.stringify({ ms: (performance.now() - startedMs) / Number(count) }))
process.exit(0)
