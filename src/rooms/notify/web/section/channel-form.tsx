// What a channel needs before anything can be sent there: all of it at once, checked by the service.
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Problem } from '#platform/web/api/problem.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LabelledField } from '#platform/web/ui/labelled-field.tsx'
import { report } from '#platform/web/ui/report.ts'
import { useNotifyPorts } from '../ports.ts'
import type { ChannelField, OutsideChannel } from './outside-channels.ts'

type Props = { readonly of: OutsideChannel; readonly onSaved: () => void; readonly onClose: () => void }

export function ChannelForm({ of: { name, fields }, onSaved, onClose }: Props): ReactNode {
  const { changeKeys } = useNotifyPorts()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const isWhole = fields.every(({ key }) => (typed[key] ?? '').trim() !== '')
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isWhole || isBusy) return
    setBusy(true)
    const set = Object.fromEntries(fields.map(({ key }) => [key, (typed[key] ?? '').trim()]))
    const refused = await changeKeys({ title: `${name} is set up`, set })
    setBusy(false)
    setProblem(refused)
    if (refused === null) {
      onSaved()
      return onClose()
    }
    if (!fields.some(({ key }) => reasonOf(refused, key) !== null)) report('Not set up', refused)
  }
  return (
    <form
      className="channel-form"
      aria-label={`Set up ${name}`}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => (event.key === 'Escape' ? onClose() : undefined)}
    >
      {fields.map((field, nth) => (
        <Field
          key={field.key}
          field={field}
          value={typed[field.key] ?? ''}
          problem={reasonOf(problem, field.key)}
          inputRef={nth === 0 ? first : null}
          onChange={(value) => setTyped((before) => ({ ...before, [field.key]: value }))}
        />
      ))}
      <span className="row">
        <Button type="submit" look="primary" label="Save" disabled={!isWhole || isBusy} />
        <Button look="quiet" label="Cancel" onClick={onClose} />
      </span>
    </form>
  )
}

type FieldProps = {
  readonly field: ChannelField
  readonly value: string
  readonly problem: string | null
  readonly inputRef: React.RefObject<HTMLInputElement | null> | null
  readonly onChange: (value: string) => void
}

function Field({ field: { label, example, isSecret }, value, problem, inputRef, onChange }: FieldProps): ReactNode {
  return (
    <LabelledField label={label} {...(isSecret ? { note: 'shown to nobody afterwards' } : {})} problem={problem}>
      {(parts) => (
        <input
          {...parts}
          ref={inputRef}
          className="field"
          type={isSecret ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          placeholder={example}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </LabelledField>
  )
}

/** What is wrong with this one. */
function reasonOf(problem: Problem | null, key: string): string | null {
  return problem?.details.find(({ field }) => field === key)?.reason ?? null
}
