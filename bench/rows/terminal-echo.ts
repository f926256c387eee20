// From a key to its echo in a viewer of a terminal, against a bare socket that shows the same tmux.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { atMost, ratioAtMost, type Row } from '../lib/line.ts'
import { startServer } from '../lib/server-process.ts'
import { root, startService } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'
import { launchShell, openTerminal, press, terminalAddress } from '../lib/terminals.ts'

const keys = 300
const warmUpKeys = 30
/** The first pictures of a viewer come in several pieces. */
const settleMs = 1000

export const terminalEcho: Row = {
  name: 'terminal-echo',
  async run() {
    await using service = await startService()
    const id = await launchShell(service, 'agent-echo', 'exec cat')
    await service.tmux.run('new-session', '-d', '-s', 'bare-echo', 'exec cat')
    const argv = [process.execPath, join(root, 'bench/bare/terminal.ts'), service.tmux.socketName, '=bare-echo']
    await using bareServer = await startServer({ argv })
    await using ours = await openTerminal(terminalAddress(service, id), service.accessToken)
    await using bare = await openTerminal(bareServer.url.replace(/^http/, 'ws'))
    await wait(settleMs)
    for (let key = 0; key < warmUpKeys; key++) await Promise.all([press(ours), press(bare)])
    const oursMs: number[] = []
    const bareMs: number[] = []
    for (let key = 0; key < keys; key++) {
      oursMs.push(await press(ours))
      bareMs.push(await press(bare))
    }
    const note = `median of ${keys} keys; bare is node-pty with tmux attach behind ws`
    const [measured, bareMedian] = [median(oursMs), median(bareMs)]
    const [late, bareLate] = [percentile(oursMs, 0.99), percentile(bareMs, 0.99)]
    const common = { unit: 'ms' } as const
    return [
      {
        ...common,
        title: 'terminal echo',
        measured,
        bare: bareMedian,
        ratio: measured / bareMedian,
        goal: ratioAtMost(2),
        note,
      },
      {
        ...common,
        title: 'terminal echo, p99',
        measured: late,
        bare: bareLate,
        ratio: late / bareLate,
        goal: atMost(5),
        note: null,
      },
    ]
  },
}
