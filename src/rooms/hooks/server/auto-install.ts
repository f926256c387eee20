// Installs Claude Code's hooks before a code-agent starts, unless a person said not to.
import { err, ok, type Result } from '#base/result.ts'
import type { Log } from '#platform/server/log/log.ts'
import { join } from 'node:path'
import { readAutoInstall, setAutoInstall } from '../core/auto-install.ts'
import { editFile, type EditProblem } from './edit-file.ts'
import { installHooks, settingsPathOf } from './installer.ts'
import { readIfThere } from '#platform/server/files/missing.ts'

export type EnsureOutcome =
  | { readonly kind: 'off' }
  | { readonly kind: 'installed'; readonly changed: boolean }
  | { readonly kind: 'failed'; readonly reason: string }

/** Installs if need be; never rejects, since a launch goes on without hooks, too. */
export type EnsureHooks = () => Promise<EnsureOutcome>

export type EnsureHooksOptions = {
  readonly home: string
  /** The person's home directory, where Claude Code looks. */
  readonly userHome: string
  readonly log: Log
}

/** Failures are logged as warnings. Calls run one after the other. */
export function createEnsureHooks(options: EnsureHooksOptions): EnsureHooks {
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    const next = last.then(() => ensure(options))
    last = next
    return next
  }
}

/** config.json is read now: `orrery hook uninstall` may have written it since the service started. */
async function ensure({ home, userHome, log }: EnsureHooksOptions): Promise<EnsureOutcome> {
  try {
    if (!(await autoInstallIsOn(home))) return { kind: 'off' }
    const settingsPath = settingsPathOf('claude', userHome)
    const installed = await installHooks({ client: 'claude', settingsPath, home })
    if (installed.ok) return { kind: 'installed', changed: installed.value.changed }
    return warn(log, installed.error.reason)
  } catch (error) {
    return warn(log, error instanceof Error ? error.message : String(error))
  }
}

function warn(log: Log, reason: string): EnsureOutcome {
  log.warn({ reason }, 'the hooks of Claude Code could not be installed; its sessions report less')
  return { kind: 'failed', reason }
}

async function autoInstallIsOn(home: string): Promise<boolean> {
  const text = await readIfThere(configPath(home))
  return text === null || readAutoInstall(text) !== false
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
