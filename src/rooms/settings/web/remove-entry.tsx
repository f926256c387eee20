// Takes out what a person added by its name: a variable of an agent type, or the secret of a webhook.
import type { ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { report } from '#platform/web/ui/report.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { sendChange } from './send-change.ts'

type Props = {
  /** What is taken out, and what it is called. */
  readonly entry: { readonly unset: string; readonly name: string }
  readonly revision: string
  readonly onSaved: () => void
}

export function RemoveEntry({ entry: { unset, name }, revision, onSaved }: Props): ReactNode {
  const remove = async () => {
    const answer = await sendChange({ revision, unset: [unset] })
    if (!answer.ok) return report('Not removed', answer.error)
    onSaved()
    // A secret is not known here, so nothing brings it back.
    toast({ tone: 'success', title: `${name} was removed`, text: 'config-copies/ in the home has it as it was.' })
  }
  return <Button look="danger" label="Remove" aria-label={`Remove ${name}`} onClick={() => void remove()} />
}
