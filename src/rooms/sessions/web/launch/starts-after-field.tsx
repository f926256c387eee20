// The tasks that have to be done before a launch starts, as removable badges.
import { X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { addTaskIds } from './launch-fields.ts'
import type { FieldProps } from './text-fields.tsx'

export function StartsAfterField({ fields, problem, set }: FieldProps): ReactNode {
  const id = useId()
  const [typed, setTyped] = useState('')
  const { dependsOn } = fields
  const take = () => {
    set({ dependsOn: addTaskIds(dependsOn, typed) })
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnd = event.key === 'Enter' || event.key === ',' || event.key === ' '
    if (isEnd && typed.trim() !== '' && !event.ctrlKey && !event.metaKey) {
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
          <button
            key={task}
            type="button"
            className="badge"
            aria-label={`Remove ${task}`}
            onClick={() => set({ dependsOn: dependsOn.filter((other) => other !== task) })}
          >
            {task}
            <X className="i" aria-hidden />
          </button>
        ))}
        <input
          id={id}
          value={typed}
          placeholder={dependsOn.length === 0 ? 'task ids' : ''}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={take}
        />
      </span>
      <FieldError id={`${id}-error`} reason={problem ?? null} />
    </div>
  )
}
