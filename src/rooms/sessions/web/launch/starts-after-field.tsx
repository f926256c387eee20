// The tasks that have to be done before a session starts, as removable badges.
import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { addTaskIds } from './launch-fields.ts'
import { useSessionPorts } from '../ports.ts'
import { TaskOptions } from './task-options.tsx'
import './starts-after.css'

type Props = {
  readonly dependsOn: readonly string[]
  readonly problem: string | undefined
  readonly onChange: (dependsOn: readonly string[]) => void
  readonly inputRef?: Ref<HTMLInputElement>
}

export function StartsAfterField({ dependsOn, problem, onChange, inputRef }: Props): ReactNode {
  const id = useId()
  const { taskOf } = useSessionPorts()
  const [typed, setTyped] = useState('')
  const [isFocused, setIsFocused] = useState(false)
  const take = () => {
    if (typed.trim() !== '') onChange(addTaskIds(dependsOn, typed))
    setTyped('')
  }
  /** An id that the list offered is taken at once. */
  const type = (text: string) => {
    if (taskOf(text) === null) return setTyped(text)
    onChange(addTaskIds(dependsOn, text))
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (endsAnId(event) && typed.trim() !== '') {
      event.preventDefault()
      take()
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(dependsOn.slice(0, -1))
    }
  }
  return (
    <div className={problem === undefined ? undefined : 'bad'}>
      <label className="label" htmlFor={id}>
        Starts after
      </label>
      <span className="field chips">
        {dependsOn.map((task) => (
          <Chip key={task} task={task} onRemove={() => onChange(dependsOn.filter((other) => other !== task))} />
        ))}
        <input
          id={id}
          ref={inputRef}
          value={typed}
          placeholder={dependsOn.length === 0 ? 'titles or ids of tasks' : ''}
          list={`${id}-list`}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-error`}
          onFocus={() => setIsFocused(true)}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setIsFocused(false)
            take()
          }}
        />
      </span>
      {isFocused ? <TaskOptions listId={`${id}-list`} query={typed} /> : null}
      <FieldError id={`${id}-error`} reason={problem ?? null} />
    </div>
  )
}

function endsAnId({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ['Enter', ',', ' '].includes(key) && !ctrlKey && !metaKey
}

function Chip({ task, onRemove }: { readonly task: string; readonly onRemove: () => void }): ReactNode {
  const { taskOf } = useSessionPorts()
  const title = taskOf(task)?.title ?? task
  return (
    <button type="button" className="badge" aria-label={`Remove ${title}`} title={task} onClick={onRemove}>
      <span className="cut">{title}</span>
      <X className="i" aria-hidden />
    </button>
  )
}
