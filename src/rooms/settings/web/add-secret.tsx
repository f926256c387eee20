// Adds a secret by its name: a variable of an agent type, or what signs the deliveries of a webhook.
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { report } from '#platform/web/ui/report.ts'
import { toastWithUndo } from '#platform/web/ui/toasts.ts'
import { sendChange, takeBack } from './send-change.ts'

type Props = {
  /** What is added, as a button says it: `a variable`. */
  readonly what: string
  /** Of what: distinguishes buttons of the same words. Null where there is one. */
  readonly of: string | null
  readonly why: string
  readonly name: { readonly label: string; readonly example: string }
  readonly keyOf: (name: string) => string
  /** What takes it out again. */
  readonly unsetOf: (name: string) => string
  /** Whether there is one of that name, which is changed where it stands. */
  readonly isThere: (name: string) => boolean
  readonly revision: string
  readonly onSaved: () => void
}

export function AddSecret(props: Props): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const title = `Add ${props.what}`
  if (isOpen) return <Fields {...props} onClose={() => setOpen(false)} />
  return (
    <div className="setting">
      <p className="meta">{props.why}</p>
      <div className="do">
        <Button
          label={title}
          aria-label={props.of === null ? title : `${title} of ${props.of}`}
          onClick={() => setOpen(true)}
        />
      </div>
    </div>
  )
}

function Fields(props: Props & { readonly onClose: () => void }): ReactNode {
  const { what, why, name: words, isThere, onClose } = props
  const id = useId()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const isTaken = isThere(name.trim())
  const isWhole = name.trim() !== '' && value !== '' && !isTaken
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && (await add(props, name.trim(), value))) onClose()
  }
  return (
    <div className="setting">
      <p className="meta">{why}</p>
      <form className="setting-form" aria-label={`Add ${what}`} onSubmit={(event) => void submit(event)}>
        <input
          className="field"
          aria-label={words.label}
          placeholder={words.example}
          autoComplete="off"
          spellCheck={false}
          value={name}
          aria-invalid={isTaken}
          aria-describedby={`${id}-wrong`}
          ref={focusOnce}
          onChange={(event) => setName(event.target.value)}
        />
        <input
          className="field"
          type="password"
          aria-label="Its value"
          placeholder="is written down and never shown again"
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <FieldError id={`${id}-wrong`} reason={isTaken ? 'is there already: change it above' : null} />
        <span className="row">
          <Button type="submit" look="primary" label="Add" disabled={!isWhole} />
          <Button look="quiet" label="Cancel" onClick={onClose} />
        </span>
      </form>
    </div>
  )
}

/** False, with the reason told, when it was not added. */
async function add(props: Props, name: string, value: string): Promise<boolean> {
  const { revision, onSaved, keyOf, unsetOf } = props
  const answer = await sendChange({ revision, set: { [keyOf(name)]: value } })
  if (!answer.ok) {
    report('Not added', answer.error)
    return false
  }
  onSaved()
  toastWithUndo({ tone: 'success', title: `${name} is set` }, async () => {
    const problem = await takeBack(answer.value, { unset: [unsetOf(name)] })
    onSaved()
    return problem
  })
  return true
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus()
}
