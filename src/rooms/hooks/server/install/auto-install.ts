// Installs a client's hooks before it is launched, unless a person said not to.
import { oneAtATime } from '#base/one-at-a-time.ts'
import { err, ok, type Result } from '#base/result.ts'
import type { Log } from '#platform/server/log/log.ts'
import { join } from 'node:path'
import { readAutoInstall, setAutoInstall } from '../../core/auto-install.ts'
import { editFile, type EditProblem } from '#platform/server/files/edit-file.ts'
import { findIn } from '../../core/client-file.ts'
import { clientHooks, hookClientOf, type HookClient } from '../../core/clients.ts'
import type { Environment } from '#platform/server/config/environment.ts'
import { installHooks, settingsPathOf, type SettingsPlace } from './installer.ts'
import { readLeftOut } from './left-out.ts'
import { trustArguments } from './trust.ts'
import { readIfThere } from '#platform/server/files/missing.ts'

/** What was done, and the words that a launch adds to the client's command so that its hooks run. */
export type EnsureOutcome = { readonly arguments: readonly string[] } & (
  | { readonly kind: 'off' }
  | { readonly kind: 'installed'; readonly changed: boolean }
  | { readonly kind: 'failed'; readonly reason: string }
)

/**
 * Installs if need be what a launch of this harness reports by; never rejects, since a launch goes on without hooks, too. `env`
 * is set for the launch, and may tell the client of another place for its settings.
 */
export type EnsureHooks = (harness: string | null, env?: Environment) => Promise<EnsureOutcome>

export type EnsureHooksOptions = SettingsPlace & {
  readonly home: string
  /** The home whose config.json and whose commands say which hooks are wanted: a daemon's own is a folder of it. */
  readonly wishesIn: string
  readonly log: Log
}

/** Failures are logged as warnings. Calls run one after the other. */
export function createEnsureHooks(options: EnsureHooksOptions): EnsureHooks {
  const inTurn = oneAtATime()
  return async (harness, env = {}) => {
    const client = hookClientOf(harness)
    if (client === null) return { kind: 'off', arguments: [] }
    const environment = { ...options.environment, ...env }
    return inTurn(() => ensure({ ...options, environment }, client))
  }
}

/** config.json is read now: `orrery hook uninstall` may have written it since the service started. */
async function ensure(options: EnsureHooksOptions, client: HookClient): Promise<EnsureOutcome> {
  const { home, wishesIn, log } = options
  const settingsPath = settingsPathOf(client, options)
  try {
    if (!(await isWanted(wishesIn, client))) return { kind: 'off', arguments: await argumentsFor(client, settingsPath) }
    const installed = await installHooks({ client, settingsPath, home })
    if (!installed.ok) return warn(log, client, installed.error.reason)
    const { changed } = installed.value
    return { kind: 'installed', changed, arguments: await argumentsFor(client, settingsPath) }
  } catch (error) {
    return warn(log, client, error instanceof Error ? error.message : String(error))
  }
}

/** Only for hooks that are there; a person may have taken them out. */
async function argumentsFor(client: HookClient, settingsPath: string): Promise<readonly string[]> {
  const reports = clientHooks[client]
  if (reports.by !== 'hooks' || !reports.needsTrust) return []
  const text = await readIfThere(settingsPath)
  return text === null || !findIn(text, client).ok ? [] : trustArguments(settingsPath, text)
}

function warn(log: Log, client: HookClient, reason: string): EnsureOutcome {
  const { label } = clientHooks[client]
  log.warn({ reason, client }, `the hooks of ${label} could not be installed; its sessions report less`)
  return { kind: 'failed', reason, arguments: [] }
}

/**
 * `hooks.autoInstall: false` turns all off. One that stands there because the hooks of Claude Code were taken out by command
 * concerns that client alone, as with every other.
 */
async function isWanted(home: string, client: HookClient): Promise<boolean> {
  const [text, leftOut] = await Promise.all([readIfThere(configPath(home)), readLeftOut(home)])
  if (leftOut.includes(client)) return false
  return text === null || readAutoInstall(text) !== false || leftOut.includes('claude')
}

/** Sets `hooks.autoInstall` in config.json. A config.json that is a symbolic link is left to the person. */
export async function switchAutoInstall(home: string, value: boolean): Promise<Result<boolean, EditProblem>> {
  const edited = await editFile({
    path: configPath(home),
    links: 'refuse',
    edit: ({ text }) => {
      const edited = setAutoInstall(text, value)
      return edited.ok ? ok({ text: edited.value }) : err(edited.error)
    },
  })
  if (edited.ok || edited.error.code !== 'symbolic_link') return edited
  return err({ ...edited.error, reason: `${edited.error.reason} Set hooks.autoInstall to ${value} there yourself.` })
}

const configPath = (home: string): string => join(home, 'config.json')
