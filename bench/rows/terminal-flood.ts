// What a flood of output costs the service in memory, with a viewer that reads and with one that does not.
import { setTimeout as wait } from 'node:timers/promises'
import { atMost, type Row } from '../lib/line.ts'
import { memoryOf } from '../lib/process-usage.ts'
import { startService } from '../lib/service.ts'
import { launchShell, openTerminal, terminalAddress } from '../lib/terminals.ts'

const floodMs = 5000
const lookEveryMs = 100
/** What the first terminal loads and allocates once is not the flood's. */
const settleMs = 1500

export const terminalFlood: Row = {
  name: 'terminal-flood',
  async run() {
    await using service = await startService()
    const id = await launchShell(service, 'agent-flood', 'read -r line; exec yes "$line"')
    await using reading = await openTerminal(terminalAddress(service, id), service.accessToken)
    await using stuck = await openTerminal(terminalAddress(service, id), service.accessToken)
    stuck.socket.pause()
    await wait(settleMs)
    const before = memoryOf(service.pid)
    reading.type(`${'0123456789'.repeat(12)}\r`)
    let most = 0
    for (let waited = 0; waited < floodMs; waited += lookEveryMs) {
      await wait(lookEveryMs)
      most = Math.max(most, memoryOf(service.pid) - before)
    }
    return [
      {
        title: 'memory of a terminal flood',
        unit: 'MB',
        measured: most,
        bare: null,
        ratio: null,
        goal: atMost(32),
        note: `growth of the service over ${floodMs / 1000} s of yes, with one viewer that reads and one that is stuck`,
      },
    ]
  },
}
