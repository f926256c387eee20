// From the end of a tmux session to the board.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { hold } from '../lib/held.ts'
import { atMost, type Row } from '../lib/line.ts'
import { startService } from '../lib/service.ts'
import { median, percentile } from '../lib/stats.ts'
import type { OwnTmux } from '../lib/tmux.ts'
import { nextChange, openViewers, type Viewers } from '../lib/viewers.ts'

const ends = 20
/** The service and the machine have come to rest after the session before. */
const pauseMs = 80

export const sessionEnd: Row = {
  name: 'session-end',
  async run() {
    await using service = await startService()
    const { tmux } = service
    await using viewers = await openViewers(service.url, 1)
    const names = Array.from({ length: ends }, (_, index) => `agent-end-${index}`)
    await openTerminals({ tmux, viewers, names })
    await using notices = await listenToTmux(tmux)
    const boardMs: number[] = []
    const bareMs: number[] = []
    for (const name of names) {
      await wait(pauseMs)
      const onBoard = nextChange(viewers, ({ value }) => value?.tmux_session === name && value.ended_at !== null)
      const noticed = notices.next()
      const startedMs = performance.now()
      await tmux.run('kill-session', '-t', `=${name}`)
      bareMs.push((await noticed) - startedMs)
      boardMs.push((await onBoard) - startedMs)
    }
    const worst = percentile(boardMs, 1)
    return [
      {
        title: "a session's end on the board",
        unit: 'ms',
        measured: median(boardMs),
        bare: median(bareMs),
        ratio: median(boardMs) / median(bareMs),
        goal: atMost(100),
        note: `median of ${ends}, from before kill-session; the worst ${worst.toFixed(0)} ms; bare is tmux's own notice of it`,
      },
    ]
  },
}

type Terminals = { readonly tmux: OwnTmux; readonly viewers: Viewers; readonly names: readonly string[] }

/** Resolves once the board shows all of them running. */
async function openTerminals({ tmux, viewers, names }: Terminals): Promise<void> {
  const missing = new Set(names)
  const shown = nextChange(viewers, ({ value }) => {
    if (value?.state === 'running') missing.delete(value.tmux_session)
    return missing.size === 0
  })
  await tmux.runAll(names.map((name) => `new-session -d -s ${name} 'exec sleep 100000'`))
  await shown
}

type Notices = AsyncDisposable & {
  /** Resolves with the time of the next notice that sessions changed. */
  readonly next: () => Promise<number>
}

/** A bare control-mode client beside the service's own. */
async function listenToTmux({ socketName }: OwnTmux): Promise<Notices> {
  const argv = ['-L', socketName, '-C', 'new-session', '-s', 'bench-listener', '--', 'sleep', '100000']
  const child = spawn('tmux', argv, { stdio: ['pipe', 'pipe', 'ignore'] })
  let waiting = Promise.withResolvers<number>()
  const attached = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('%session-changed')) resolve()
      if (line === '%sessions-changed') waiting.resolve(performance.now())
    })
  })
  await attached
  const next = (): Promise<number> => {
    waiting = Promise.withResolvers<number>()
    return waiting.promise
  }
  return hold({ next }, async () => {
    const exit = once(child, 'exit')
    child.stdin.end()
    await exit
  })
}
