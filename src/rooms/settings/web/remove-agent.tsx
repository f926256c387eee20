// Takes an agent type of a person's own out of the settings.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { report } from '#platform/web/ui/report.ts'
import { toast, toastWithUndo } from '#platform/web/ui/toasts.ts'
import type { SettingRow } from '../contract.ts'
import { sendChange, takeBack } from './send-change.ts'

type Props = {
  readonly type: string
  readonly rows: readonly SettingRow[]
  readonly revision: string
  readonly onSaved: () => void
}

export function RemoveAgent({ type, rows, revision, onSaved }: Props): ReactNode {
  const key = `agents.${type}`
  const remove = async () => {
    const answer = await sendChange({ revision, unset: [key] })
    if (!answer.ok) return report('Not removed', answer.error)
    onSaved()
    const own = rows.filter((row) => row.key.startsWith(`${key}.`) && row.source === 'file')
    const said = { tone: 'success', title: `${type} was removed` }
    // Variables are not known here: a copy of the file in the home has them.
    if (own.some((row) => row.is_secret))
      return void toast({ ...said, text: 'config-copies/ in the home has it as it was.' })
    toastWithUndo(said, async () => {
      const set = Object.fromEntries(own.map((row) => [row.key, row.value]))
      const problem = await takeBack(answer.value, { set })
      onSaved()
      return problem
    })
  }
  return <Button look="danger" label="Remove" aria-label={`Remove ${type}`} onClick={() => void remove()} />
}
