// The plain fields of a launch.
import { useId, type ReactNode, type RefObject } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { sessions } from '../session-store.ts'
import type { LaunchFields } from './launch-fields.ts'

export type FieldProps = {
  readonly fields: LaunchFields
  readonly problem: string | undefined
  readonly set: (change: Partial<LaunchFields>) => void
}

type TextProps = {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly problem: string | undefined
  readonly isMono?: boolean
  readonly list?: readonly string[]
  readonly onChange: (value: string) => void
  /** Beside the error, such as a way out. */
  readonly children?: ReactNode
}

export function TextField({
  label,
  hint,
  value,
  problem,
  isMono = false,
  list,
  onChange,
  children,
}: TextProps): ReactNode {
  const id = useId()
  return (
    <div className={problem === undefined ? undefined : 'bad'}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className={isMono ? 'field mono' : 'field'}>
        <input
          id={id}
          value={value}
          placeholder={hint}
          autoComplete="off"
          spellCheck={false}
          list={list === undefined ? undefined : `${id}-list`}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      {list === undefined ? null : (
        <datalist id={`${id}-list`}>
          {list.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      <FieldError id={`${id}-error`} reason={problem ?? null}>
        {children}
      </FieldError>
    </div>
  )
}

type PromptProps = FieldProps & { readonly promptRef: RefObject<HTMLTextAreaElement | null> }

export function PromptField({ fields, problem, promptRef, set }: PromptProps): ReactNode {
  const id = useId()
  const isCommand = fields.agentType === 'shell'
  return (
    <div className={problem === undefined ? undefined : 'bad'}>
      <label className="label" htmlFor={id}>
        {isCommand ? 'Command' : 'Prompt'}
      </label>
      <textarea
        ref={promptRef}
        id={id}
        className={isCommand ? 'field mono' : 'field'}
        rows={5}
        value={fields.prompt}
        spellCheck={!isCommand}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-error`}
        onChange={(event) => set({ prompt: event.target.value })}
      />
      <FieldError id={`${id}-error`} reason={problem ?? null} />
    </div>
  )
}

/** Offers the directories that sessions of the board work in. */
export function DirectoryField({ fields, problem, set }: FieldProps): ReactNode {
  const known = [...new Set(sessions.all().map(({ working_dir: directory }) => directory))]
  return (
    <TextField
      label="Working directory"
      hint="$HOME"
      isMono
      value={fields.workingDir}
      problem={problem}
      list={known.filter((directory) => directory !== null).toSorted()}
      onChange={(workingDir) => set({ workingDir })}
    />
  )
}
