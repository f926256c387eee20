// What `orrery hook install` and `orrery hook uninstall` do, as functions that answer data.
import { ok, type Result } from '#base/result.ts'
import type { HookClient } from '../core/clients.ts'
import { switchAutoInstall } from './auto-install.ts'
import type { EditProblem } from './edit-file.ts'
import { installHooks, settingsPathOf, uninstallHooks, type InstallOutcome } from './installer.ts'
import { writeHookScripts, type ScriptSettings } from './write-scripts.ts'

export type HookCommand = {
  readonly client: HookClient
  /** `$SERVICE_HOME`, absolute. */
  readonly home: string
  /** The person's home directory. */
  readonly userHome: string
}

export type InstallAnswer = InstallOutcome & {
  /** Why `hooks.autoInstall` stayed false in config.json, or null. */
  readonly autoInstallProblem: string | null
}

/**
 * Writes the scripts and installs the client's hooks; for Claude Code it also turns a `hooks.autoInstall: false` of
 * config.json around. May be called twice. Rejects when the scripts cannot be written.
 */
export async function installByCommand(
  command: HookCommand,
  scripts: ScriptSettings,
): Promise<Result<InstallAnswer, EditProblem>> {
  await writeHookScripts(command.home, scripts)
  const settingsPath = settingsPathOf(command.client, command.userHome)
  const installed = await installHooks({ client: command.client, settingsPath, home: command.home })
  if (!installed.ok) return installed
  return ok({ ...installed.value, autoInstallProblem: await switchFor(command, true) })
}

export type UninstallAnswer = {
  readonly client: HookClient
  readonly settingsPath: string
  /** False when there was nothing of ours. */
  readonly changed: boolean
  /** Why the next launch of a code-agent will install the hooks again, or null when it will not. */
  readonly autoInstallProblem: string | null
}

/** Restores the client's settings, and for Claude Code sets `hooks.autoInstall: false`. May be called twice. */
export async function uninstallByCommand(command: HookCommand): Promise<Result<UninstallAnswer, EditProblem>> {
  const { client, userHome } = command
  const settingsPath = settingsPathOf(client, userHome)
  const uninstalled = await uninstallHooks({ settingsPath })
  if (!uninstalled.ok) return uninstalled
  const autoInstallProblem = await switchFor(command, false)
  return ok({ client, settingsPath, changed: uninstalled.value, autoInstallProblem })
}

/** Only Claude Code's hooks install themselves. */
async function switchFor({ client, home }: HookCommand, value: boolean): Promise<string | null> {
  if (client !== 'claude') return null
  const switched = await switchAutoInstall(home, value)
  return switched.ok ? null : switched.error.reason
}
