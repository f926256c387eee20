// The task that a launch works on: its id, found by title.
import { useId, useState, type ReactNode } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { useSessionPorts } from '../ports.ts'
import { TaskOptions } from './task-options.tsx'
import type { FieldProps } from './text-fields.tsx'

export function TaskField({ fields, problem, set }: FieldProps): ReactNode {
  const id = useId()
  const { taskOf } = useSessionPorts()
  const [isFocused, setIsFocused] = useState(false)
  const task = taskOf(fields.taskId.trim())
  return (
    <div className={problem === undefined ? undefined : 'bad'}>
      <label className="label" htmlFor={id}>
        Task
      </label>
      <span className="field">
        <input
          id={id}
          value={fields.taskId}
          placeholder="title or id of a task"
          autoComplete="off"
          spellCheck={false}
          list={`${id}-list`}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-title ${id}-error`}
          onFocus={() => setIsFocused(true)}
          onChange={(event) => set({ taskId: event.target.value })}
          onBlur={() => setIsFocused(false)}
        />
      </span>
      {isFocused ? <TaskOptions listId={`${id}-list`} query={task === null ? fields.taskId : ''} /> : null}
      <span id={`${id}-title`} className="meta task-title">
        {task?.title}
      </span>
      <FieldError id={`${id}-error`} reason={problem ?? null} />
    </div>
  )
}
