// Installs our hooks into the settings of agent programs, looks for them, and takes them out again.
import { err, ok, type Result } from '#base/result.ts'
import { findJsonError } from '#platform/server/config/json-error.ts'
import { join } from 'node:path'
import { clientHooks, type HookClient } from '../core/clients.ts'
import { addHooks, findHooks, removeHooks, type SettingsProblem } from '../core/settings-hooks.ts'
import { editFile, type EditProblem } from './edit-file.ts'
import { readIfThere } from '#platform/server/files/missing.ts'

export type InstallTarget = {
  readonly client: HookClient
  /** The client's settings file. */
  readonly settingsPath: string
  /** `$SERVICE_HOME`, absolute. */
  readonly home: string
}

export type InstallOutcome = {
  readonly client: HookClient
  readonly settingsPath: string
  /** False when everything was so already. */
  readonly changed: boolean
  /** The client's events that report to us now. */
  readonly events: readonly string[]
  /** What a person still has to do, or null. */
  readonly note: string | null
}

/** Where the client of this person keeps its settings. */
export function settingsPathOf(client: HookClient, userHome: string): string {
  return join(userHome, ...clientHooks[client].settings)
}

/**
 * Merges our hooks into the client's settings, keeping every other byte; creates the file when there is none. May be
 * called at any time, also twice. Refuses a file that is not valid JSON or whose hooks have an unknown shape, and one
 * that cannot be written; it then stands as it was.
 */
export async function installHooks(target: InstallTarget): Promise<Result<InstallOutcome, EditProblem>> {
  const { client, settingsPath: path, home } = target
  const edited = await editFile({
    path,
    links: 'follow',
    edit: ({ text, folderMissing }) => {
      const missing = text === null ? (['file', ...(folderMissing ? (['folder'] as const) : [])] as const) : []
      const added = addHooks(text, { client, home, missing })
      return added.ok ? ok({ text: added.value }) : err(explain(added.error, text ?? ''))
    },
  })
  if (!edited.ok) return edited
  const { events, note } = clientHooks[client]
  return ok({ client, settingsPath: path, changed: edited.value, events, note })
}

/** Takes our hooks out of the client's settings, those of any home; answers whether there were any. May be called twice. */
export async function uninstallHooks(
  target: Pick<InstallTarget, 'settingsPath'>,
): Promise<Result<boolean, EditProblem>> {
  return await editFile({
    path: target.settingsPath,
    links: 'follow',
    edit: ({ text }) => {
      if (text === null) return ok({ text })
      const removed = removeHooks(text)
      if (!removed.ok) return err(explain(removed.error, text))
      return ok({ text: removed.value.text, removeEmptyFolder: removed.value.madeFolder })
    },
  })
}

/** `partly`: some of the client's events report to us, as after an update that asks for more. */
export type InstallState = 'installed' | 'partly' | 'absent' | 'unreadable'

/** Looks only. */
export async function hooksInstalled(target: Pick<InstallTarget, 'client' | 'settingsPath'>): Promise<InstallState> {
  const text = await readIfThere(target.settingsPath)
  const found = text === null ? ok([]) : findHooks(text)
  if (!found.ok) return 'unreadable'
  const present = clientHooks[target.client].events.filter((event) => found.value.includes(event)).length
  if (present === 0) return 'absent'
  return present === clientHooks[target.client].events.length ? 'installed' : 'partly'
}

function explain({ code, reason }: SettingsProblem, text: string): string {
  const place = code === 'invalid_json' ? findJsonError(text) : null
  return place === null ? reason : `${reason}; see line ${place.line}, column ${place.column}`
}
