// A field of a form: its label above, what is wrong with it below, and both told to readers.
import { useId, type ReactNode, type RefObject } from 'react'
import { FieldError } from './field-error.tsx'

/** What the control of a labelled field bears. */
export type ControlParts = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

type FrameProps = {
  readonly label: string
  /** Beside the label. */
  readonly note?: string
  readonly problem: string | null
  /** Beside the error, such as a way out. */
  readonly wayOut?: ReactNode
  readonly children: (parts: ControlParts) => ReactNode
}

export function LabelledField({ label, note, problem, wayOut, children }: FrameProps): ReactNode {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <div className={problem === null ? undefined : 'bad'}>
      <label className="label" htmlFor={id}>
        {label}
        {note === undefined ? null : <span className="meta"> {note}</span>}
      </label>
      {children({ id, 'aria-invalid': problem !== null, 'aria-describedby': errorId })}
      <FieldError id={errorId} reason={problem}>
        {wayOut}
      </FieldError>
    </div>
  )
}

type TextProps = Omit<FrameProps, 'children'> & {
  readonly value: string
  readonly placeholder?: string
  /** `words` are checked for their spelling, a `code` is drawn as one. */
  readonly kind: 'words' | 'name' | 'code'
  /** What the field offers; anything else may be typed. */
  readonly list?: readonly string[]
  readonly inputRef?: RefObject<HTMLInputElement | null>
  readonly onChange: (value: string) => void
}

export function TextField(props: TextProps): ReactNode {
  const { value, placeholder, kind, list, inputRef, onChange, ...frame } = props
  return (
    <LabelledField {...frame}>
      {(parts) => (
        <>
          <span className={kind === 'code' ? 'field mono' : 'field'}>
            <input
              {...parts}
              ref={inputRef}
              value={value}
              placeholder={placeholder}
              autoComplete="off"
              spellCheck={kind === 'words'}
              list={list === undefined ? undefined : `${parts.id}-list`}
              onChange={(event) => onChange(event.target.value)}
            />
          </span>
          {list === undefined ? null : (
            <datalist id={`${parts.id}-list`}>
              {list.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </LabelledField>
  )
}
