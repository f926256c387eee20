// What the daemon of a device takes while it is connected and nothing runs there.
import { setTimeout as wait } from 'node:timers/promises'
import { startDaemon } from '../lib/daemon.ts'
import { atMost, type Row } from '../lib/line.ts'
import { cpuOf, memoryOf } from '../lib/process-usage.ts'
import { startHub } from '../lib/service.ts'

/** What belongs to the start is over by then; a heartbeat comes every 15 s. */
const settleMs = 3000
const watchMs = 30_000

export const deviceDaemon: Row = {
  name: 'device-daemon',
  async run() {
    await using hub = await startHub()
    await using daemon = await startDaemon(hub)
    await wait(settleMs)
    const [before, startedMs] = [cpuOf(daemon.pid), performance.now()]
    await wait(watchMs)
    const cpu = ((cpuOf(daemon.pid) - before) / ((performance.now() - startedMs) * 1000)) * 100
    const absolute = { bare: null, ratio: null } as const
    return [
      {
        ...absolute,
        title: 'daemon at rest, memory',
        unit: 'MB',
        measured: memoryOf(daemon.pid),
        goal: atMost(60),
        note: 'resident, connected',
      },
      {
        ...absolute,
        title: 'daemon at rest, CPU',
        unit: '%',
        measured: cpu,
        goal: atMost(0.2),
        note: `of one core, over ${watchMs / 1000} s with its heartbeats`,
      },
    ]
  },
}
