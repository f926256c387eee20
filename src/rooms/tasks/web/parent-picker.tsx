// Picks the epic or story that a task stands below, by title.
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { TaskCard, TaskType } from '../contract.ts'
import { holds } from '../core/hierarchy.ts'
import { findTasks } from './find-tasks.ts'
import { useTask } from './task-store.ts'

type Props = {
  readonly label: ReactNode
  readonly value: string | null
  /** The type of what is put below: decides which parents fit. */
  readonly type: TaskType
  readonly onPick: (parent: string | null) => void
}

/** More are found by typing. */
const mostOffered = 30

export function ParentPicker({ label, value, type, onPick }: Props): ReactNode {
  const id = useId()
  const current = useTask(value ?? '')
  const [isFocused, setIsFocused] = useState(false)
  /** Null until something was typed. */
  const [typed, setTyped] = useState<string | null>(null)
  const offered = isFocused ? parentsFor(type, typed ?? '') : []
  const settle = () => {
    setIsFocused(false)
    setTyped(null)
    if (typed !== null) pick(typed.trim(), offered, { value, onPick })
  }
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <span className="field">
        <input
          id={id}
          value={typed ?? current?.title ?? value ?? ''}
          placeholder={type === 'epic' ? 'an epic stands alone' : 'none'}
          disabled={type === 'epic'}
          list={`${id}-list`}
          autoComplete="off"
          onFocus={(event) => {
            setIsFocused(true)
            event.currentTarget.select()
          }}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={settleOnEnter}
          onBlur={settle}
        />
      </span>
      <datalist id={`${id}-list`}>
        {offered.map((task) => (
          <option key={task.id} value={task.title} label={`${task.type} ${task.id}`} />
        ))}
      </datalist>
    </div>
  )
}

function parentsFor(type: TaskType, query: string): TaskCard[] {
  return findTasks({ query, most: mostOffered, fits: (task) => holds[task.type].includes(type) })
}

/** An exact title or id, else the best of what was offered; nothing typed takes the parent away. */
function pick(text: string, offered: readonly TaskCard[], { value, onPick }: Pick<Props, 'value' | 'onPick'>): void {
  if (text === '') return value === null ? undefined : onPick(null)
  const chosen = offered.find((task) => task.id === text || task.title === text) ?? offered[0]
  if (chosen !== undefined && chosen.id !== value) onPick(chosen.id)
}

function settleOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.blur()
}
