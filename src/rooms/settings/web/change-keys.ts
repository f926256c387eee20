// Changes keys from where another room shows them, over what the service has by now, with Undo where all of it is known.
import type { Json } from '#base/json.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import { readSettings } from '../api.ts'
import type { SettingRow, SettingsChanged } from '../contract.ts'
import { sendChange, takeBack } from './send-change.ts'

/** Counts the changes from elsewhere, so that the keys below are read again at once. */
export const changedElsewhere = createValue(0)

export type KeyChange = {
  /** What was done, as it is told then. */
  readonly title: string
  readonly set?: Readonly<Record<string, Json>>
  readonly unset?: readonly string[]
}

/** Null when it was changed, and told. */
export async function changeKeys({ title, set = {}, unset = [] }: KeyChange): Promise<Problem | null> {
  const read = await call(readSettings)
  if (!read.ok) return read.error
  const { revision, settings } = read.value
  const answer = await sendChange({ revision, set: { ...set }, unset: [...unset] })
  if (!answer.ok) return answer.error
  changedElsewhere.set(changedElsewhere.get() + 1)
  if (answer.value.changed.length > 0) tell(title, answer.value, settings)
  return null
}

function tell(title: string, change: SettingsChanged, before: readonly SettingRow[]): void {
  const rows = before.filter(({ key }) => change.changed.includes(key))
  // A secret is not known here, so nothing brings it back.
  if (change.cleared.length > 0 || rows.some(({ is_secret: isSecret, is_set: isSet }) => isSecret && isSet)) {
    return void toast({ tone: 'success', title, text: 'config-copies/ in the home has it as it was.' })
  }
  toastWithUndo({ tone: 'success', title }, async () => {
    const problem = await takeBack(change, wayBack(rows))
    changedElsewhere.set(changedElsewhere.get() + 1)
    return problem
  })
}

function wayBack(rows: readonly SettingRow[]) {
  const ofFile = rows.filter(({ source }) => source === 'file')
  return {
    set: Object.fromEntries(ofFile.map(({ key, value }) => [key, value])),
    unset: rows.filter((row) => !ofFile.includes(row)).map(({ key }) => key),
  }
}
