// The service managers that keep Orrery running: systemd of the user, or launchd.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'
import { findProgram } from '../cli/install-hint.ts'
import { variable, type Environment } from '../config/environment.ts'
import { runProgram } from '../spawn.ts'
import { launchdPlist, systemdUnit, type UnitSpec } from './unit-text.ts'

export type Running = 'running' | 'starting' | 'stopped' | 'failed' | 'unknown'

/** One unit under its manager. */
export interface Manager {
  readonly name: 'systemd' | 'launchd'
  /** How the manager calls it. */
  readonly unit: string
  /** Where its text lies. */
  readonly file: string
  textOf(spec: UnitSpec): string
  /** Takes the file as it stands now, for every start to come. */
  enable(): Promise<Result<null, string>>
  restart(): Promise<Result<null, string>>
  /** Stops it, and starts it no more. Agents go on. */
  disable(): Promise<Result<null, string>>
  /** Makes it forget a file that is gone. */
  forget(): Promise<void>
  running(): Promise<Running>
  /** What shows its log in a terminal. */
  logArgv(options: { readonly lines: number; readonly follow: boolean }): readonly string[]
  /** What a person types to start it anew. */
  readonly restartLine: string
  /** Whether it runs while nobody is logged in, and what to type for that. */
  readonly outlivesLogout: { readonly holds: boolean; readonly line: string | null }
}

export type ManagerPlace = {
  readonly environment: Environment
  readonly userHome: string
  /** Without the manager's ending. */
  readonly name: string
  readonly platform: NodeJS.Platform
}

/** A stop takes as long as the service needs for its end. */
const limitMs = 60_000

/** Null on a machine that has none that we know. */
export function findManager(place: ManagerPlace): Manager | null {
  if (place.platform === 'darwin') return launchd(place)
  return findProgram('systemctl', place.environment) === null ? null : systemd(place)
}

function systemd({ environment, userHome, name }: ManagerPlace): Manager {
  const unit = `${name}.service`
  const settings = variable(environment, 'XDG_CONFIG_HOME') ?? join(userHome, '.config')
  const env = withRuntimeFolder(environment)
  const ask = (...args: readonly string[]) => run(['systemctl', '--user', ...args], env)
  const user = variable(environment, 'USER') ?? variable(environment, 'LOGNAME') ?? String(userId())
  return {
    name: 'systemd',
    unit,
    file: join(settings, 'systemd/user', unit),
    textOf: systemdUnit,
    async enable() {
      const read = await ask('daemon-reload')
      return read.ok ? ask('enable', unit) : read
    },
    restart: () => ask('restart', unit),
    disable: () => ask('disable', '--now', unit),
    forget: async () => void (await ask('daemon-reload')),
    async running() {
      const { text } = await answer(['systemctl', '--user', 'is-active', unit], env)
      return states[text.trim()] ?? 'unknown'
    },
    logArgv: ({ lines, follow }) => [
      'journalctl',
      '--user',
      '-u',
      unit,
      '-n',
      String(lines),
      ...(follow ? ['-f'] : ['--no-pager']),
    ],
    restartLine: `systemctl --user restart ${unit}`,
    outlivesLogout: {
      holds: existsSync(`/var/lib/systemd/linger/${user}`),
      line: `loginctl enable-linger ${user}`,
    },
  }
}

const states: Readonly<Record<string, Running>> = {
  active: 'running',
  activating: 'starting',
  reloading: 'running',
  deactivating: 'stopped',
  inactive: 'stopped',
  failed: 'failed',
}

/** A shell that came by su or sudo does not know where its user's manager listens. */
function withRuntimeFolder(environment: Environment): Environment {
  const usual = `/run/user/${userId()}`
  if (variable(environment, 'XDG_RUNTIME_DIR') !== null || !existsSync(usual)) return environment
  return { ...environment, XDG_RUNTIME_DIR: usual }
}

function launchd({ environment, userHome, name }: ManagerPlace): Manager {
  const label = `local.${name}`
  const file = join(userHome, 'Library/LaunchAgents', `${label}.plist`)
  const logFile = join(userHome, 'Library/Logs', `${name}.log`)
  const domain = `gui/${userId()}`
  const ask = (...args: readonly string[]) => run(['launchctl', ...args], environment)
  const load = async () => {
    // One that is loaded keeps the text that it was loaded with; that none is loaded is no fault.
    await ask('bootout', `${domain}/${label}`)
    return ask('bootstrap', domain, file)
  }
  return {
    name: 'launchd',
    unit: label,
    file,
    textOf: (spec) => launchdPlist({ ...spec, label, logFile }),
    enable: () => ask('enable', `${domain}/${label}`),
    restart: load,
    disable: () => ask('bootout', `${domain}/${label}`),
    forget: async () => {},
    async running() {
      const { text } = await answer(['launchctl', 'print', `${domain}/${label}`], environment)
      return /^\s*state = running$/m.test(text) ? 'running' : 'stopped'
    },
    logArgv: ({ lines, follow }) => ['tail', '-n', String(lines), ...(follow ? ['-f'] : []), logFile],
    restartLine: `launchctl kickstart -k ${domain}/${label}`,
    outlivesLogout: { holds: false, line: null },
  }
}

const userId = (): number => process.getuid?.() ?? 0

async function run(argv: readonly string[], env: Environment): Promise<Result<null, string>> {
  const { code, text } = await answer(argv, env)
  return code === 0 ? ok(null) : err(`${argv.join(' ')}: ${text.trim().split('\n')[0] ?? ''}`)
}

async function answer(argv: readonly string[], env: Environment): Promise<{ code: number; text: string }> {
  const outcome = await runProgram({ argv, env, timeoutMs: limitMs })
  if (outcome.kind === 'exited') return { code: outcome.code, text: outcome.stdout || outcome.stderr }
  return { code: -1, text: outcome.kind === 'failed' ? outcome.reason : outcome.kind.replaceAll('_', ' ') }
}
