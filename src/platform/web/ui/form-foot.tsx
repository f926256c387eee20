// The foot of a dialog's form: the way out, and the one button that sends it and says that it is under way.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { Sending } from './sending.ts'

type Props = {
  readonly sending: Sending
  /** On the button, before it was pressed and until the answer came. */
  readonly words: { readonly send: string; readonly pending: string }
  readonly onCancel: () => void
  /** At the left. */
  readonly children?: ReactNode
}

export function FormFoot({ sending: { isSending }, words, onCancel, children }: Props): ReactNode {
  return (
    <footer>
      {children}
      <span className="push" />
      <Button look="quiet" label="Cancel" onClick={onCancel} />
      <Button
        look="primary"
        type="submit"
        label={isSending ? words.pending : words.send}
        keys="mod+Enter"
        aria-disabled={isSending}
      />
    </footer>
  )
}
