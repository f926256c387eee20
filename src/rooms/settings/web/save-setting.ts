// Saves one setting and says so, with Undo where there is a way back.
import type { Json } from '#base/json.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import { changeSettings } from '../api.ts'
import type { SettingRow, SettingsChanged } from '../contract.ts'
import { revisionNow, sendChange, takeBack } from './send-change.ts'

/** A value to write, or null: the default is to count again. */
export type NewValue = { readonly value: Json } | null

export type Save = {
  readonly row: SettingRow
  readonly revision: string
  readonly next: NewValue
  /** The ACCESS_TOKEN, where a login is not enough. */
  readonly token: string | undefined
  readonly onSaved: () => void
}

/** Null when it was saved. */
export async function saveSetting({ row, revision, next, token, onSaved }: Save): Promise<Problem | null> {
  const answer = await sendChange(bodyOf(row, revision, next), token)
  if (!answer.ok) return answer.error
  onSaved()
  tell({ row, next, token, onSaved }, answer.value)
  return null
}

function tell({ row, token, onSaved }: Omit<Save, 'revision'>, change: SettingsChanged): void {
  const { changed, cleared, settings } = change
  if (changed.length === 0) return
  const waits = settings.some(({ key, needs_restart: isWaiting }) => key === row.key && isWaiting)
  const lost = cleared.length > 0 ? `${cleared.join(', ')} went with the old address: enter it anew.` : null
  const said = {
    tone: 'success',
    title: `${row.key} changed`,
    text: lost ?? (waits ? 'In force after a restart.' : null),
  }
  // A secret is not known here, so nothing brings it back.
  if (row.is_secret || cleared.length > 0) return void toast(said)
  toastWithUndo(said, async () => {
    const before = row.source === 'file' ? { value: row.value } : null
    const problem = await takeBack(change, valueOf(row, before), token)
    onSaved()
    return problem
  })
}

/** What does not fit, in words; null for what would be taken. */
export async function checkSetting(row: SettingRow, revision: string, next: NewValue): Promise<string | null> {
  const answer = await call(changeSettings, {
    query: { dry_run: 'true' },
    body: bodyOf(row, revisionNow(revision), next),
  })
  if (answer.ok || answer.error.error === 'access_token_needed') return null
  const detail = answer.error.details.find(({ field }) => field === row.key || row.key.startsWith(`${field}.`))
  return detail?.reason ?? answer.error.reason
}

function bodyOf(row: SettingRow, revision: string, next: NewValue) {
  return { revision, ...valueOf(row, next) }
}

function valueOf({ key }: SettingRow, next: NewValue) {
  return next === null ? { unset: [key] } : { set: { [key]: next.value } }
}
