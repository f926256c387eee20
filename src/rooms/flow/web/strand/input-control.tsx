// One field of a run's input, with what it is about and what is wrong with it.
import { useId, type ReactNode } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import type { InputField } from './input-fields.ts'

type Props = {
  readonly field: InputField
  readonly typed: string
  readonly problem: string | null
  readonly onType: (text: string) => void
}

export function InputControl({ field, typed, problem, onType }: Props): ReactNode {
  const id = useId()
  const { label, about, isRequired, kind } = field
  const control = { id, problem, field, typed, onType }
  if (kind === 'boolean') return <BooleanControl {...control} />
  return (
    <div className={problem === null ? undefined : 'bad'}>
      <label className="label" htmlFor={id}>
        {label}
        {isRequired ? null : <span className="meta"> optional</span>}
      </label>
      <Control {...control} />
      {about === null && kind !== 'list' ? null : (
        <span className="meta" id={`${id}-about`}>
          {[about, kind === 'list' ? 'One a line.' : null].filter((part) => part !== null).join(' ')}
        </span>
      )}
      <FieldError id={`${id}-error`} reason={problem} />
    </div>
  )
}

type ControlProps = Props & { readonly id: string }

function Control({ id, field, typed, problem, onType }: ControlProps): ReactNode {
  const { kind, about, choices, isRequired } = field
  const described = about === null && kind !== 'list' ? `${id}-error` : `${id}-about ${id}-error`
  const common = {
    id,
    'aria-invalid': problem !== null,
    'aria-describedby': described,
    'aria-required': isRequired,
    value: typed,
  }
  if (kind === 'choice') {
    return (
      <select className="field" {...common} onChange={(event) => onType(event.target.value)}>
        <option value="">{isRequired ? 'Choose…' : 'None'}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice.replace(/^"(.*)"$/, '$1')}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'list' || kind === 'json') {
    return (
      <textarea
        className={kind === 'json' ? 'field mono' : 'field'}
        rows={kind === 'json' ? 6 : 3}
        spellCheck={false}
        {...common}
        onChange={(event) => onType(event.target.value)}
      />
    )
  }
  return (
    <span className="field">
      <input
        autoComplete="off"
        inputMode={kind === 'number' ? 'decimal' : kind === 'integer' ? 'numeric' : 'text'}
        {...common}
        onChange={(event) => onType(event.target.value)}
      />
    </span>
  )
}

function BooleanControl({ id, field, typed, problem, onType }: ControlProps): ReactNode {
  const isOn = typed === 'true'
  return (
    <div className="check">
      <button
        type="button"
        className="switch"
        role="switch"
        id={id}
        aria-checked={isOn}
        aria-label={field.label}
        aria-describedby={`${id}-about`}
        onClick={() => onType(String(!isOn))}
      />
      <span>
        {field.label}{' '}
        <span className="meta" id={`${id}-about`}>
          {field.about}
        </span>
        <FieldError id={`${id}-error`} reason={problem} />
      </span>
    </div>
  )
}
