// `orrery service`: Orrery as the service manager of this machine sees it.
import type { Cli } from '#platform/server/cli/cli.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { readServiceInfo } from '#platform/server/files/service-info.ts'
import { installedText, unitOrThrow, unitStanding, type ManagedProgram } from '#platform/server/unit/unit-commands.ts'

/** The service of a home, as a program that a manager keeps running. */
export function managedService({ home }: Cli): ManagedProgram {
  return {
    noun: 'service',
    args: ['start'],
    lastingExits: ['already_running', 'no_permission', 'config'],
    check: () => {},
    folder: home,
    pid: () => readServiceInfo(home)?.pid ?? null,
    up() {
      const url = readServiceInfo(home)?.url ?? null
      return url === null ? null : { text: `runs on ${url}`, facts: { url } }
    },
    secretsNote: ': the service uses its own',
    stays: home,
    startLine: 'orrery start',
    logHint: "The service's own log is read by: orrery system logs",
  }
}

export async function showServiceStatus(cli: Cli): Promise<void> {
  const own = unitOrThrow(cli, managedService(cli))
  const standing = await unitStanding(own)
  const { manager } = own
  const info = isHomeLocked(cli.home) ? readServiceInfo(cli.home) : null
  const { running } = standing
  const by = running === 'running' ? manager.unit : 'by hand'
  const lines = [
    installedText(own, standing),
    info === null ? 'No service runs on this home.' : `Runs ${by} on ${info.url ?? '…'} (pid ${info.pid}).`,
    ...(running === null || running === 'unknown'
      ? []
      : [`${manager.name} says: ${running}. Start it anew: ${manager.restartLine}`]),
    ...(running === 'unknown' ? [`${manager.name} does not answer here.`] : []),
  ]
  cli.output.result({ ...standing, pid: info?.pid ?? null, url: info?.url ?? null }, lines.join('\n'))
}
