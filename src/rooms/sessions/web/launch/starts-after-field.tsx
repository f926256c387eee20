// The tasks that have to be done before a session starts, as removable badges.
import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { noTask, takeTasks } from './launch-fields.ts'
import { useSessionPorts } from '../ports.ts'
import { TaskOptions } from './task-options.tsx'
import './starts-after.css'

type Props = {
  readonly dependsOn: readonly string[]
  readonly problem: string | undefined
  readonly onChange: (dependsOn: readonly string[]) => void
  /** What was typed and is no task, so that a form is not sent without it; empty once it is mended. */
  readonly onLeft?: (left: string) => void
  readonly inputRef?: Ref<HTMLInputElement>
}

export function StartsAfterField(props: Props): ReactNode {
  const { dependsOn, problem, onChange, inputRef } = props
  const id = useId()
  const [isFocused, setIsFocused] = useState(false)
  const { typed, unknown, take, type, onKeyDown } = useTyped(props)
  const wrong = problem ?? (unknown === '' ? null : noTask(unknown))
  return (
    <div className={wrong === null ? undefined : 'bad'}>
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
          aria-invalid={wrong !== null}
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
      <FieldError id={`${id}-error`} reason={wrong} />
    </div>
  )
}

/** What is typed into the field, and when it becomes tasks. */
function useTyped({ dependsOn, onChange, onLeft }: Props) {
  const { taskOf } = useSessionPorts()
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState('')
  // Where nobody hears what is left, the service judges what was typed.
  const isTask = (task: string) => onLeft === undefined || taskOf(task) !== null
  const take = () => {
    const { taken, left } = takeTasks(dependsOn, typed, isTask)
    if (taken.length > dependsOn.length) onChange(taken)
    setTyped(left)
    setUnknown(left)
    onLeft?.(left)
  }
  /** An id that the list offered is taken at once. */
  const type = (text: string) => {
    setUnknown('')
    onLeft?.('')
    if (taskOf(text) === null) return setTyped(text)
    onChange([...new Set([...dependsOn, text])])
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isInTitle = event.key === ' ' && !isTask(typed.trim())
    if (endsAnId(event) && typed.trim() !== '' && !isInTitle) {
      event.preventDefault()
      take()
    } else if (event.key === 'Backspace' && typed === '') {
      onChange(dependsOn.slice(0, -1))
    }
  }
  return { typed, unknown, take, type, onKeyDown }
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
