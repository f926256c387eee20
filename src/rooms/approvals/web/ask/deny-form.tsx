// Why it is denied: the agent reads it and goes on.
import { useEffect, useId, useRef, type ReactNode, type SubmitEvent } from 'react'
import { useDraftText } from '#platform/web/drafts/use-draft.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { Approval } from '../../contract.ts'
import { deny, draftOfReason } from './use-ask.ts'

/** The limit of the contract, of which the page takes types alone. */
const reasonLimit = 2000

type Props = { readonly approval: Approval; readonly isLarge: boolean; readonly onBack: () => void }

export function DenyForm({ approval, isLarge, onBack }: Props): ReactNode {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, set, drop } = useDraftText(draftOfReason(approval.id))
  useEffect(() => field.current?.focus(), [])
  const submit = () => {
    deny(approval, text)
    drop()
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form className={isLarge ? 'ask-deny large' : 'ask-deny'} onSubmit={onSubmit}>
      <label className="label" htmlFor={id}>
        Tell the agent why <span className="meta">it reads this and goes on</span>
      </label>
      <textarea
        id={id}
        ref={field}
        className="field"
        rows={isLarge ? 3 : 2}
        maxLength={reasonLimit}
        value={text}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onBack()
        }}
      />
      <div className="ask-acts">
        <Button
          type="submit"
          look="danger"
          isSmall={!isLarge}
          label={text.trim() === '' ? 'Deny' : 'Deny and tell it'}
        />
        <Button look="quiet" isSmall={!isLarge} label="Back" onClick={onBack} />
      </div>
    </form>
  )
}
