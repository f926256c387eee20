// A look at a thousand tmux sessions, against the one call that lists them.
import { createHook } from 'node:async_hooks'
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { silentLog as log } from '#platform/server/log/log.ts'
import { createProcessTree } from '#platform/server/process-tree.ts'
import { createTmux } from '#platform/server/tmux/create-tmux.ts'
import { openSessions, type OpenedSessions } from '#rooms/sessions/server/open-sessions.ts'
import { scanOnce } from '#rooms/sessions/server/scan/scan.ts'
import { atMost, compareMedians, ratioAtMost, type Row } from '../lib/line.ts'
import { interleave, timed } from '../lib/rounds.ts'
import { temporaryFolder } from '../lib/service.ts'
import { ownTmux, type OwnTmux } from '../lib/tmux.ts'

const terminalCount = 1000
const scans = 15

export const scan: Row = {
  name: 'scan',
  async run() {
    await using home = temporaryFolder()
    await using tmux = ownTmux()
    await openTerminals(tmux)
    await using room = await openRoom(home.path, tmux)
    const look = (): Promise<void> => scanOnce(room.context, async () => true)
    const adoptMs = await timed(look)
    if (room.context.registry.size !== terminalCount) throw new Error('the scan did not find every session')
    const processes = await countProcesses(look)
    const measured = await interleave(scans, {
      ours: () => timed(look),
      bare: () => timed(() => tmux.run('list-sessions', '-F', '#{session_name}')),
    })
    const note = `bare is one list-sessions; the first look, which adopts all of them, took ${adoptMs.toFixed(0)} ms`
    const title = `scan of ${terminalCount.toLocaleString('en')} tmux sessions`
    const { ours, bare } = measured
    return [
      compareMedians({ title, unit: 'ms', ours, bare, goal: ratioAtMost(3), note }),
      {
        title: 'processes started by a scan',
        unit: 'processes',
        measured: processes,
        bare: 1,
        ratio: null,
        goal: atMost(1),
        note: 'children of this process, counted while it scanned',
      },
    ]
  },
}

async function openTerminals(tmux: OwnTmux): Promise<void> {
  const names = Array.from({ length: terminalCount }, (_, index) => `agent-bench-${index}`)
  await tmux.runAll(names.map((name) => `new-session -d -s ${name} 'exec sleep 100000'`))
}

/** The sessions room as the service opens it, without launches, viewers and HTTP. */
async function openRoom(home: string, { socketName }: OwnTmux): Promise<OpenedSessions & AsyncDisposable> {
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const opened = await openSessions({
    home,
    database,
    publish: () => {},
    clock: systemClock,
    log,
    tmux: createTmux({ socketName, env: process.env, log }),
    tasks: { statusOf: () => null, standingOf: () => null, follow: () => {} },
    spawn: never,
    planLaunch: never,
    machineEventOf: () => null,
    forgetArtifacts: async () => {},
    processTree: createProcessTree(process.env),
    readLastWords: async () => null,
    lookSoon: () => {},
    readProcessTerminal: async () => null,
    retentionDays: () => 30,
    pastDays: () => 30,
  })
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened.settled()
      opened.file.flushSync()
      await database[Symbol.asyncDispose]()
    },
  }
}

async function countProcesses(work: () => Promise<void>): Promise<number> {
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROCESSWRAP') count += 1
    },
  }).enable()
  await work()
  hook.disable()
  return count
}

function never(): never {
  throw new Error('nothing is launched here')
}
