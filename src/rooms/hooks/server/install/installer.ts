// Installs our hooks into the settings of agent programs, looks for them, and takes them out again.
import { err, ok, type Result } from '#base/result.ts'
import { findJsonError } from '#platform/server/config/json-error.ts'
import { isAbsolute, join } from 'node:path'
import { variable, type Environment } from '#platform/server/config/environment.ts'
import { clientHooks, type HookClient } from '../../core/clients.ts'
import { addTo, findIn, takeFrom } from '../../core/client-file.ts'
import type { SettingsProblem } from '../../core/settings-hooks.ts'
import { editFile, type EditProblem } from '#platform/server/files/edit-file.ts'
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

/** Whose settings: the person's home directory, and the variables by which clients are told of another place. */
export type SettingsPlace = { readonly userHome: string; readonly environment: Environment }

/** Where the client of this person keeps its settings. A place that is not absolute is none. */
export function settingsPathOf(client: HookClient, { userHome, environment }: SettingsPlace): string {
  const { settings, movedBy } = clientHooks[client]
  const [folder, file] = settings
  const place = movedBy === null ? null : variable(environment, movedBy[0])
  return place === null || movedBy === null || !isAbsolute(place)
    ? join(userHome, folder, file)
    : join(place, movedBy[1], file)
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
    edit: ({ text, missingFolders }) => {
      const added = addTo(text, { client, home, missingFolders })
      return added.ok ? ok({ text: added.value }) : err(explain(added.error, text ?? ''))
    },
  })
  if (!edited.ok) return edited
  const { events, note } = clientHooks[client]
  return ok({ client, settingsPath: path, changed: edited.value, events, note })
}

/** Takes our hooks out of the client's settings, those of any home; answers whether there were any. May be called twice. */
export async function uninstallHooks(
  target: Pick<InstallTarget, 'client' | 'settingsPath'>,
): Promise<Result<boolean, EditProblem>> {
  return await editFile({
    path: target.settingsPath,
    links: 'follow',
    edit: ({ text }) => {
      if (text === null) return ok({ text })
      const removed = takeFrom(text, target.client)
      if (!removed.ok) return err(explain(removed.error, text))
      return ok({ text: removed.value.text, removeEmptyFolders: removed.value.madeFolders })
    },
  })
}

/** `partly`: some of the client's events report to us, as after an update that asks for more. */
export type InstallState = 'installed' | 'partly' | 'absent' | 'unreadable'

/** Looks only. */
export async function hooksInstalled(target: Pick<InstallTarget, 'client' | 'settingsPath'>): Promise<InstallState> {
  const text = await readIfThere(target.settingsPath)
  const found = findIn(text, target.client)
  if (!found.ok) return 'unreadable'
  const present = clientHooks[target.client].events.filter((event) => found.value.includes(event)).length
  if (present === 0) return 'absent'
  return present === clientHooks[target.client].events.length ? 'installed' : 'partly'
}

function explain({ code, reason }: SettingsProblem, text: string): string {
  const place = code === 'invalid_json' ? findJsonError(text) : null
  return place === null ? reason : `${reason}; see line ${place.line}, column ${place.column}`
}
