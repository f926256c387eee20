// The task that a launch works on: its id, found by title.
import { useId, useState, type ReactNode } from 'react'
import { FieldError } from '#platform/web/ui/field-error.tsx'
import { useSessionPorts } from '../ports.ts'
import { noTask, taskMeant } from './launch-fields.ts'
import { TaskOptions } from './task-options.tsx'
import type { FieldProps } from './text-fields.tsx'

export function TaskField({ fields, problem, set }: FieldProps): ReactNode {
  const id = useId()
  const { findTasks, taskOf } = useSessionPorts()
  const [isFocused, setIsFocused] = useState(false)
  const [unknown, setUnknown] = useState('')
  /** Without the list a person types on; what it says is taken as it is left. */
  const take = () => {
    setIsFocused(false)
    const meant = taskMeant(fields.taskId, { taskOf, findTasks })
    if (meant !== null && meant !== fields.taskId) set({ taskId: meant })
    setUnknown(meant === null ? fields.taskId.trim() : '')
  }
  const task = taskOf(fields.taskId.trim())
  const wrong = problem ?? (unknown === '' ? null : noTask(unknown))
  return (
    <div className={wrong === null ? undefined : 'bad'}>
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
          aria-invalid={wrong !== null}
          aria-describedby={`${id}-title ${id}-error`}
          onFocus={() => setIsFocused(true)}
          onChange={(event) => {
            setUnknown('')
            set({ taskId: event.target.value })
          }}
          onBlur={take}
        />
      </span>
      {isFocused ? <TaskOptions listId={`${id}-list`} query={task === null ? fields.taskId : ''} /> : null}
      <span id={`${id}-title`} className="meta task-title">
        {task?.title}
      </span>
      <FieldError id={`${id}-error`} reason={wrong} />
    </div>
  )
}
