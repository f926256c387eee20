// Preloaded into a service under soak (with --expose-gc): on SIGUSR2 it collects garbage and writes down what is alive.
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics, writeHeapSnapshot } from 'node:v8'

const file = process.env.ORRERY_SOAK_FILE ?? ''
const grainMs = 20
const delay = monitorEventLoopDelay({ resolution: grainMs })
delay.enable()

// Machine code, and what belongs to it: bytecode, tables for its return to bytecode, positions in the source.
const holdsCode = /^(shared_)?(code|trusted)/

// A snapshot takes seconds and as much memory again: before the load and at the very end, where somebody asks for them.
const snapshots = process.env.ORRERY_SOAK_SNAPSHOTS ?? ''
if (snapshots !== '') process.on('SIGURG', () => void writeHeapSnapshot(`${snapshots}/${Date.now()}.heapsnapshot`))

process.on('SIGUSR2', () => {
  // Before the collection, which stands in the loop's way itself. The histogram counts its own grain along.
  const loop = { mean: delay.mean / 1e6 - grainMs, p99: delay.percentile(99) / 1e6 - grainMs }
  // The second run frees what the finalizers of the first let go of.
  for (let run = 0; run < 2; run++) globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const codeUsed = getHeapSpaceStatistics()
    .filter(({ space_name: name }) => holdsCode.test(name))
    .reduce((total, { space_used_size: size }) => total + size, 0)
  const resources = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  writeFileSync(
    `${file}.new`,
    JSON.stringify({ rss, heapUsed: heapUsed - codeUsed, codeUsed, external, resources, loop }),
  )
  renameSync(`${file}.new`, file)
  delay.reset()
})
