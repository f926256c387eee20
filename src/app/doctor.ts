// Everything that `orrery doctor` looks at, in the order in which it tells: the service itself, then what each room brings.
// The running service looks with its own eyes (its PATH, its settings, its build); the command asks it and looks, too.
import type { Result } from '#base/result.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CheckGround } from '#platform/server/cli/cli-room.ts'
import { checkConfig } from '#platform/server/cli/doctor/config-check.ts'
import { fail, ok, warn, type Check, type Finding } from '#platform/server/cli/doctor/finding.ts'
import { homeRepairs } from '#platform/server/cli/doctor/home-repairs.ts'
import { checkDisk, checkHome, checkNode } from '#platform/server/cli/doctor/machine-checks.ts'
import { checkPort, checkService } from '#platform/server/cli/doctor/network-checks.ts'
import { loadConfig, type ConfigFailure, type LoadedConfig } from '#platform/server/config/load-config.ts'
import { storageRefusals } from '#platform/server/db/storage-error.ts'
import { isHomeLocked } from '#platform/server/files/home-lock.ts'
import { readServiceInfo } from '#platform/server/files/service-info.ts'
import type { Ground } from '#platform/server/house/ground.ts'
import { version } from '#platform/server/version.ts'
import { parseTemplate } from '#base/command-template.ts'
import { askAndLook } from '#rooms/system/server/cli.ts'
import { buildOnDisk } from './build-in-force.ts'
import { rooms } from './cli-rooms.ts'

type Loaded = Result<LoadedConfig, ConfigFailure>
type ServiceGround = Pick<Ground, 'config' | 'environment' | 'userHome' | 'database' | 'address'>

/** The looks of the running service; `build` is the one that it started with. */
export function lookFromService(ground: ServiceGround, build: string | null): Promise<Finding[]> {
  const { config, environment, userHome, address } = ground
  const loaded = loadConfig({ environment, userHome, parseTemplate })
  return all([
    () => checkNode(process.versions.node),
    () => checkHome(config.home),
    () => checkDisk(config.home),
    () => checkConfig(loaded, environment),
    () => ok('service', `listening on ${address.url()} (pid ${process.pid})`),
    () => checkBuild(build),
    () => checkDatabase(ground),
    ...checksOfRooms(ground),
  ])
}

export type DoctorRequest = { readonly loaded: Loaded; readonly fix: boolean }

/** `orrery doctor`, with `fix` once what is safe to mend was mended. The exit code is 1 when something failed. */
export async function runDoctor(cli: Cli, { loaded, fix }: DoctorRequest): Promise<void> {
  const { home } = cli
  const fixed = fix ? await repairAll(cli, loaded) : null
  const running = isHomeLocked(home) ? readServiceInfo(home) : null
  await askAndLook(cli, {
    fixed,
    isRunning: running?.url != null,
    look: (asked) =>
      all([
        () => checkNode(process.versions.node),
        // Of one home both would say the same, but for what was written meanwhile.
        ...(asked === 'answered' ? [] : [() => checkHome(home), () => checkDisk(home)]),
        () => checkConfig(loaded, cli.process.environment),
        () => checkService(running),
        ...(loaded.ok && running === null ? [() => checkPort(loaded.value.config)] : []),
        ...(loaded.ok ? checksOfRooms({ ...cli.process, config: loaded.value.config }) : []),
      ]),
  })
}

/** One after the other: what comes later stands on what was mended before. */
async function repairAll({ home, process: { environment, userHome } }: Cli, loaded: Loaded): Promise<string[]> {
  const ground = loaded.ok ? { config: loaded.value.config, environment, userHome } : null
  const ofRooms = ground === null ? [] : rooms.flatMap(({ repairs }) => repairs?.(ground) ?? [])
  const done: string[] = []
  for (const repair of [...homeRepairs(home), ...ofRooms]) {
    const text = await repair()
    if (text !== null) done.push(text)
  }
  return done
}

/** What the settings decide is looked at only where they can be read. */
function checksOfRooms({ config, environment, userHome }: CheckGround): readonly Check[] {
  return rooms.flatMap(({ checks }) => checks?.({ config, environment, userHome }) ?? [])
}

/** Side by side, told in their order. */
function all(checks: readonly Check[]): Promise<Finding[]> {
  return Promise.all(checks.map(async (check) => check()))
}

function checkBuild(build: string | null): Finding {
  if (build === buildOnDisk()) return ok('build', version)
  return warn('build', 'the program was built anew since the service started', 'Restart the service.')
}

function checkDatabase({ database }: Pick<Ground, 'database'>): Finding {
  const trouble = database.trouble()
  if (trouble === null) return ok('database', 'takes changes')
  const { reason, hint } = storageRefusals[trouble]
  return fail('database', reason, ...(hint === undefined ? [] : [hint]))
}
