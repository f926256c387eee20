// The tasks that have to be done before a launch starts, as removable badges.
import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { addTaskIds } from './launch-fields.ts'
import { useSessionPorts } from '../ports.ts'
import { TaskOptions } from './task-options.tsx'
import type { FieldProps } from './text-fields.tsx'

export function StartsAfterField({ fields, problem, set }: FieldProps): ReactNode {
  const id = useId()
  const { taskOf } = useSessionPorts()
  const [typed, setTyped] = useState('')
  const [isFocused, setIsFocused] = useState(false)
  const { dependsOn } = fields
  const take = () => {
    set({ dependsOn: addTaskIds(dependsOn, typed) })
    setTyped('')
  }
  /** An id that the list offered is taken at once. */
  const type = (text: string) => {
    if (taskOf(text) === null) return setTyped(text)
    set({ dependsOn: addTaskIds(dependsOn, text) })
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (endsAnId(event) && typed.trim() !== '') {
      event.preventDefault()
      take()
    } else if (event.key === 'Backspace' && typed === '') {
      set({ dependsOn: dependsOn.slice(0, -1) })
    }
  }
  return (
    <div className={problem === undefined ? undefined : 'bad'}>
      <label className="label" htmlFor={id}>
        Starts after
      </label>
      <span className="field chips">
        {dependsOn.map((task) => (
          <Chip
            key={task}
            task={task}
            onRemove={() => set({ dependsOn: dependsOn.filter((other) => other !== task) })}
          />
        ))}
        <input
          id={id}
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
