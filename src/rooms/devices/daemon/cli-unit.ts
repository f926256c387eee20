// The daemon as a program that the service manager of this machine keeps running.
import type { Cli } from '#platform/server/cli/cli.ts'
import { unitHere, unitStanding, type ManagedProgram, type UnitStanding } from '#platform/server/unit/unit-commands.ts'
import { notPaired } from './cli-refusals.ts'
import { deviceFolder, readPaired, readStatus } from './device-home.ts'

/** By which a daemon takes little memory, as `bin/orrery` starts one (decisions 77, 159). */
export const daemonNodeOptions = [
  '--max-semi-space-size=1',
  '--heap-growing-percent=10',
  '--optimize-for-size',
  '--no-opt',
  '--no-maglev',
  '--no-memory-reducer',
  '--expose-gc',
] as const

/** For the C library, as `bin/orrery` sets them, too (decision 159). The program takes both out again. */
export const daemonVariables = { MALLOC_TRIM_THRESHOLD_: '131072', ORRERY_SET_TRIM: '1' } as const

/** What `orrery daemon install` and its neighbours manage. */
export function managedDaemon({ home }: Pick<Cli, 'home'>): ManagedProgram {
  const folder = deviceFolder(home)
  return {
    noun: 'daemon',
    args: ['daemon', 'run'],
    nodeOptions: daemonNodeOptions,
    variables: daemonVariables,
    // Not paired, running already, revoked, a wrong setting.
    lastingExits: ['unavailable', 'already_running', 'no_permission', 'config'],
    check() {
      if (readPaired(folder) === null) throw notPaired()
    },
    folder,
    pid: () => readStatus(folder)?.pid ?? null,
    up() {
      const status = readStatus(folder)
      if (status === null || status.state === 'starting' || status.state === 'stopped') return null
      const { state, reason, hint } = status
      const why = reason === null ? '' : `: ${reason}`
      const text = state === 'connected' ? 'is connected' : `runs, and is not connected yet${why}`
      return { text, facts: { state, reason, hint } }
    },
    // None of the service's secrets is one of a device.
    secretsNote: null,
    stays: folder,
    startLine: 'orrery daemon run',
    logHint: null,
  }
}

/** Null where no service manager is known. */
export async function daemonStanding(cli: Cli): Promise<UnitStanding | null> {
  const own = unitHere(cli, managedDaemon(cli))
  return own === null ? null : await unitStanding(own)
}

/** Whether it comes back with the machine, in a line of `orrery daemon status`. */
export function standingText(standing: UnitStanding | null): string {
  if (standing === null) return 'none: no service manager is known here'
  const { unit, installed, running, outlives_logout: outlives } = standing
  if (installed === 'no') return 'none: it ends with your login. Keep it running with: orrery daemon install'
  if (installed === 'not_ours') return `${unit}, which orrery did not write`
  const told = running === null || running === 'unknown' ? 'whose manager does not answer here' : running
  const stale = installed === 'differs' ? '; it starts another program than this one: orrery daemon install' : ''
  return `${unit}, ${told}${outlives ? '' : ', until you log out'}${stale}`
}
