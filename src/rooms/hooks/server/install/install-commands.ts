// What `orrery hook install` and `orrery hook uninstall` do, as functions that answer data.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { HooksInstalled, HooksRemoved } from '../../contract.ts'
import type { HookClient } from '../../core/clients.ts'
import { switchAutoInstall } from './auto-install.ts'
import { leaveOut } from './left-out.ts'
import type { EditProblem } from '#platform/server/files/edit-file.ts'
import { installHooks, settingsPathOf, uninstallHooks, type InstallOutcome, type SettingsPlace } from './installer.ts'
import { writeHookScripts, type ScriptSettings } from '../scripts/write-scripts.ts'

export type HookCommand = SettingsPlace & {
  readonly client: HookClient
  /** `$SERVICE_HOME`, absolute. */
  readonly home: string
}

export type InstallAnswer = InstallOutcome & {
  /** Why `hooks.autoInstall` stayed false in config.json, or null. */
  readonly autoInstallProblem: string | null
}

/**
 * Writes the scripts and installs the client's hooks, and launches may do so again; for Claude Code it also turns a
 * `hooks.autoInstall: false` of config.json around. May be called twice. Rejects when the scripts cannot be written.
 */
export async function installByCommand(
  command: HookCommand,
  scripts: ScriptSettings,
): Promise<Result<InstallAnswer, EditProblem>> {
  await writeHookScripts(command.home, scripts)
  const settingsPath = settingsPathOf(command.client, command)
  const installed = await installHooks({ client: command.client, settingsPath, home: command.home })
  if (!installed.ok) return installed
  return ok({ ...installed.value, autoInstallProblem: await switchFor(command, true) })
}

/** As `installByCommand`, for who asks over the API. Refuses with `conflict` what the file speaks against. */
export async function installForApi(
  command: HookCommand,
  scripts: ScriptSettings,
): Promise<Result<HooksInstalled, Refusal>> {
  const installed = await installByCommand(command, scripts)
  if (!installed.ok) return err(notEdited(installed.error))
  const { settingsPath: file, changed, events, note } = installed.value
  return ok({ ok: true, changed, file, events: [...events], note })
}

/** As `uninstallByCommand`, likewise. */
export async function uninstallForApi(command: HookCommand): Promise<Result<HooksRemoved, Refusal>> {
  const removed = await uninstallByCommand(command)
  if (!removed.ok) return err(notEdited(removed.error))
  const { settingsPath: file, changed, autoInstallProblem: problem } = removed.value
  const note = problem === null ? null : `The next launch will install them again: ${problem}`
  return ok({ ok: true, changed, file, note })
}

function notEdited({ reason }: EditProblem): Refusal {
  return { error: 'conflict', reason, hint: 'Mend the file, then do it again. Nothing was changed.' }
}

export type UninstallAnswer = {
  readonly client: HookClient
  readonly settingsPath: string
  /** False when there was nothing of ours. */
  readonly changed: boolean
  /** Why the next launch of the client will install the hooks again, or null when it will not. */
  readonly autoInstallProblem: string | null
}

/** Restores the client's settings, and keeps launches from installing them again. May be called twice. */
export async function uninstallByCommand(command: HookCommand): Promise<Result<UninstallAnswer, EditProblem>> {
  const { client } = command
  const settingsPath = settingsPathOf(client, command)
  const uninstalled = await uninstallHooks({ client, settingsPath })
  if (!uninstalled.ok) return uninstalled
  const autoInstallProblem = await switchFor(command, false)
  return ok({ client, settingsPath, changed: uninstalled.value, autoInstallProblem })
}

/** Whoever takes the hooks of a client out wants its launches to leave them out. Of Claude Code config.json says so, too. */
async function switchFor({ client, home }: HookCommand, value: boolean): Promise<string | null> {
  const said = await leaveOut(home, client, !value)
  if (said !== null || client !== 'claude') return said
  const switched = await switchAutoInstall(home, value)
  return switched.ok ? null : switched.error.reason
}
