// What the service takes while nothing happens.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atMost, type Row } from '../lib/line.ts'
import { cpuOf, memoryOf } from '../lib/process-usage.ts'
import { startServer } from '../lib/server-process.ts'
import { root, startService } from '../lib/service.ts'

/** What belongs to the start is over by then. */
const settleMs = 2000
const watchMs = 10_000

export const idle: Row = {
  name: 'idle',
  async run() {
    await using service = await startService()
    await using bare = await startServer({ argv: [process.execPath, join(root, 'bench/bare/start.mjs')] })
    await Promise.all([fetch(`${service.url}/api/version`), fetch(bare.url)])
    await wait(settleMs)
    const before = [cpuOf(service.pid), cpuOf(bare.pid)] as const
    const startedMs = performance.now()
    await wait(watchMs)
    const watchedUs = (performance.now() - startedMs) * 1000
    const cpu = ((cpuOf(service.pid) - before[0]) / watchedUs) * 100
    const bareCpu = ((cpuOf(bare.pid) - before[1]) / watchedUs) * 100
    const memory = memoryOf(service.pid)
    const bareMemory = memoryOf(bare.pid)
    return [
      {
        title: 'idle memory',
        unit: 'MB',
        measured: memory,
        bare: bareMemory,
        ratio: memory / bareMemory,
        goal: atMost(100),
        note: 'resident, after the start and one request',
      },
      {
        title: 'idle CPU',
        unit: '%',
        measured: cpu,
        bare: bareCpu,
        ratio: null,
        goal: atMost(0.5),
        note: `of one core, over ${watchMs / 1000} s, with tmux watched and no viewer`,
      },
    ]
  },
}
