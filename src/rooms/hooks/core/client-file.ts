// What stands of ours in the file of a client: hooks among its settings, or a plugin that is all ours.
import { err, ok, type Result } from '#base/result.ts'
import { clientHooks, type HookClient } from './clients.ts'
import { foldersOf, pluginText } from './plugin-file.ts'
import {
  addHooks,
  findHooks,
  removeHooks,
  surveyHooks,
  type HooksSurvey,
  type SettingsProblem,
} from './settings-hooks.ts'

/** The client, the service's home, and how many folders have to be made where the file is not there. */
export type ClientPlan = { readonly client: HookClient; readonly home: string; readonly missingFolders: number }

const notOurs: SettingsProblem = {
  code: 'unexpected_shape',
  reason: 'is a plugin of somebody else by our name: it does not begin with our mark',
}

/** The file with what is ours; `text` is null where there is none. The same text when nothing is to be done. */
export function addTo(
  text: string | null,
  { client, home, missingFolders }: ClientPlan,
): Result<string, SettingsProblem> {
  const reports = clientHooks[client]
  if (reports.by === 'plugin') {
    const isTheirs = text !== null && foldersOf(text) === null
    return isTheirs ? err(notOurs) : ok(pluginText(text, { home, missingFolders }))
  }
  const missing = text === null ? (['file', ...(missingFolders > 0 ? (['folder'] as const) : [])] as const) : []
  return addHooks(text, { reports, home, missing })
}

/** The file without what is ours; null where nothing else was in it. `madeFolders`: how many were made for it. */
export function takeFrom(
  text: string,
  client: HookClient,
): Result<{ readonly text: string | null; readonly madeFolders: number }, SettingsProblem> {
  const reports = clientHooks[client]
  if (reports.by === 'plugin') {
    const folders = foldersOf(text)
    return ok(folders === null ? { text, madeFolders: 0 } : { text: null, madeFolders: folders })
  }
  const removed = removeHooks(text, reports)
  return removed.ok ? ok({ text: removed.value.text, madeFolders: removed.value.madeFolder ? 1 : 0 }) : removed
}

/** Which of the client's events report to us; none where there is no file. */
export function findIn(text: string | null, client: HookClient): Result<readonly string[], SettingsProblem> {
  const reports = clientHooks[client]
  if (text === null) return ok([])
  if (reports.by === 'plugin') return ok(foldersOf(text) === null ? [] : reports.events)
  return findHooks(text, reports)
}

/** How the file stands to what we would write. */
export function survey(
  text: string | null,
  { client, home }: Omit<ClientPlan, 'missingFolders'>,
): Result<HooksSurvey, SettingsProblem> {
  const reports = clientHooks[client]
  if (reports.by === 'hooks') return surveyHooks(text, { reports, home, missing: [] })
  const { events } = reports
  if (text === null || foldersOf(text) === null) return ok({ state: 'absent', events: [], missing: events, others: 0 })
  const state = pluginText(text, { home, missingFolders: 0 }) === text ? 'installed' : 'edited'
  return ok({ state, events, missing: [], others: 0 })
}
