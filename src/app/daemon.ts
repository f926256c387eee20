// The composition root of the daemon: `orrery daemon run` on a machine that is paired with a hub.
import { setTimeout as wait } from 'node:timers/promises'
import { lockHome } from '#platform/server/files/home-lock.ts'
import { makePrivateHome } from '#platform/server/files/private-home.ts'
import type { PlainCli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { systemClock } from '#platform/server/clock.ts'
import { collectAtRest, ownHeap } from '#platform/server/collect-at-rest.ts'
import type { Config } from '#platform/server/config/config.ts'
import { silentLog, type Log } from '#platform/server/log/log.ts'
import { createLogger } from '#platform/server/log/logger.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { version } from '#platform/server/version.ts'
import {
  createHostLook,
  dialPaired,
  deviceFolder,
  hasWork,
  notPaired,
  openHubAddresses,
  readKey,
  readPaired,
  readStatus,
  restUntilNeeded,
  runDaemon,
  runsFile,
  statusTeller,
  type Work,
} from '#rooms/devices/daemon/index.ts'
import { ownPrograms } from './own-programs.ts'

/** The event loop needs something to wait for while no socket is open. */
const longMs = 2 ** 31 - 1

type DaemonConfig = Pick<Config, 'home' | 'gateway' | 'agents' | 'hooks' | 'motherSessionsDir' | 'assistant'>

/** Resolves after an orderly end. Throws `CliError` when it can't start, and when it was revoked. */
export async function startDaemon(cli: PlainCli, config: DaemonConfig): Promise<void> {
  const { stderr, catchSignals } = cli.process
  const form = cli.output.json || stderr.isTTY !== true ? 'json' : 'text'
  const log = createLogger({ level: 'info', form, secrets: new Set(), write: (line) => stderr.write(line) })
  const heap = ownHeap()
  using _ = heap === null ? null : collectAtRest(heap, systemTimers)
  await withDaemon({ cli, config, log }, async ({ hub, work, run }) => {
    if ((await run(work, catchSignals())) === 'revoked') throw revoked(hub)
  })
}

/** A hub that is there answers within this. */
const joinMs = 5000
const toldLookMs = 50

/**
 * Ends what runs here, as a daemon that is there for nothing else: a hub that is reached hears of each end. Resolves when
 * all is over and told, or no later than a stop and a look for the hub take.
 */
export async function endAgents(cli: PlainCli, config: DaemonConfig): Promise<void> {
  const { boundWork } = await import('./device-work.ts')
  await withDaemon({ cli, config, log: silentLog }, async ({ work, run }) => {
    const stop = new AbortController()
    const joined = Promise.withResolvers<true>()
    const watched: Work = {
      ...boundWork(work),
      join(channel, resume) {
        work.join(channel, resume)
        joined.resolve(true)
      },
    }
    const daemon = run(watched, stop.signal)
    const isJoined = await Promise.race([joined.promise, daemon.then(() => false), wait(joinMs, false)])
    await work.endAll()
    if (isJoined) await untilTold(work)
    stop.abort()
    await daemon
  })
}

async function untilTold(work: Work): Promise<void> {
  const untilMs = systemTimers.passedMs() + joinMs
  while (!work.isTold() && systemTimers.passedMs() < untilMs) await wait(toldLookMs)
}

type Standing = {
  readonly hub: string
  readonly work: Work
  /** Dials until it is stopped. */
  readonly run: (work: Work, stop: AbortSignal) => Promise<'stopped' | 'revoked'>
}

async function withDaemon(
  { cli, config, log }: { readonly cli: PlainCli; readonly config: DaemonConfig; readonly log: Log },
  act: (standing: Standing) => Promise<void>,
): Promise<void> {
  const { environment, userHome } = cli.process
  const folder = deviceFolder(config.home)
  const made = makePrivateHome(folder)
  if (!made.ok) throw new CliError('no_permission', made.error.reason, { hints: [made.error.hint] })
  const [paired, signer] = [readPaired(folder), readKey(folder)]
  if (paired === null || signer === null) throw notPaired()
  using lock = lockHome(folder)
  if (lock === null) throw alreadyRuns(readStatus(folder)?.pid ?? null)
  // Of an earlier one nothing is true any more, its pid least of all.
  statusTeller({ folder, clock: systemClock, log })('starting', null)
  const alive = setInterval(() => {}, longMs)
  try {
    const gatewayPort = Number(new URL(config.gateway.url).port)
    const look = createHostLook({ environment, gatewayPort, timers: systemTimers, programs: ownPrograms(config) })
    const outside = { clock: systemClock, timers: systemTimers, random: Math.random, log }
    // A machine on which nothing runs loads nothing of what starts agents.
    const open = async () =>
      (await import('./device-work.ts')).openDeviceWork({ folder, environment, userHome, config, log })
    const isIdle = !hasWork(runsFile(folder), systemClock.now())
    await using work = isIdle ? restUntilNeeded({ open, clock: systemClock, timers: systemTimers, log }) : await open()
    const hubs = openHubAddresses(folder, paired, log)
    const dial = () => dialPaired({ paired: { ...paired, hub_url: hubs.current() }, signer, clock: systemClock })
    const run: Standing['run'] = (watched, stop) =>
      runDaemon({ dial, hubs, folder, work: watched, paired, look, version, stop, ...outside })
    await act({ hub: paired.hub_url, work, run })
  } finally {
    clearInterval(alive)
  }
}

function alreadyRuns(pid: number | null): CliError {
  return new CliError('already_running', `a daemon runs here already${pid === null ? '' : ` (pid ${pid})`}`, {
    hints: ['See what it does with: orrery daemon status'],
  })
}

function revoked(hub: string): CliError {
  return new CliError('no_permission', `${hub} revoked this device`, {
    hints: ['If it is to come back: orrery daemon unpair, then pair it with a new code.'],
  })
}
