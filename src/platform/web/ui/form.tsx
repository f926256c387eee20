// A form that is sent by its button and, from wherever one writes in it, by Ctrl+Enter or Cmd+Enter.
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useValue } from '../store/value-store.ts'
import { createSender, type Sender, type Sending } from './sending.ts'

type FormProps = {
  readonly sending: Sending
  readonly onSubmit: () => void
  readonly className?: string
  readonly children: ReactNode
}

export function Form({ sending, onSubmit, className, children }: FormProps): ReactNode {
  return (
    <form
      className={className}
      noValidate
      aria-busy={sending.isSending}
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** The sending of one form, and what sends it. */
export function useSending(): readonly [Sending, Sender] {
  const [sender] = useState(createSender)
  return [useValue(sender.state), sender]
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
