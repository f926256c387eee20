// A form that is sent by its button and, from wherever one writes in it, by Ctrl+Enter or Cmd+Enter. What the page itself
// finds wrong with it gets the focus.
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { reconnects } from '../live/reconnects.ts'
import { useValue } from '../store/value-store.ts'
import { createSender, type Sender, type Sending } from './sending.ts'

type FormProps = {
  readonly sending: Sending
  readonly onSubmit: () => void
  readonly className?: string
  /** Keys of this form alone. */
  readonly onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void
  readonly children: ReactNode
}

export function Form({ sending, onSubmit, className, onKeyDown, children }: FormProps): ReactNode {
  return (
    <form
      className={className}
      noValidate
      aria-busy={sending.isSending}
      onKeyDown={(event) => {
        submitByKey(event)
        onKeyDown?.(event)
      }}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        focusWrongField(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}

/** The sending of one form, and what sends it. */
export function useSending(): readonly [Sending, Sender] {
  const [sender] = useState(createSender)
  useEffect(() => reconnects.subscribe(sender.recover), [sender])
  return [useValue(sender.state), sender]
}

/** The fields are marked in the next paint. One that is being sent is marked by an earlier answer. */
function focusWrongField(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    if (form.ariaBusy !== 'true') form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
