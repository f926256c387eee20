// What can be done with the selected tasks at once.
import { Trash2, X } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { TaskPriority, TaskStatus } from '#rooms/tasks/contract.ts'
import { readKey } from '../../core/keys.ts'
import { priorityChoices } from '../filter/board-url.ts'
import { usePorts, type BulkChange } from '../ports.ts'
import { clearSelection, selection } from './selection.ts'

/** The contract's list as the page shows it; the page takes types from contracts, not values. */
const statuses: readonly TaskStatus[] = ['backlog', 'ready', 'in_progress', 'claimed', 'review', 'blocked', 'done']

export function SelectionBar(): ReactNode {
  const { tasks, changeTasks, removeTasks, ParentPicker } = usePorts()
  const picked = useValue(selection)
  const [isPicking, setIsPicking] = useState(false)
  if (picked.size === 0) return null
  const ids = [...picked].map((key) => readKey(key).id).filter((id) => tasks.get(id) !== null)
  const change = (set: BulkChange) => {
    clearSelection()
    setIsPicking(false)
    changeTasks(ids, set)
  }
  const remove = () => {
    clearSelection()
    removeTasks(ids)
  }
  return (
    <div className="selection" role="toolbar" aria-label="Selected tasks">
      <strong>{formatCount(ids.length)} selected</strong>
      <SetTo label="Set status" choices={statuses} onPick={(status) => change({ status })} />
      <SetTo<TaskPriority> label="Set priority" choices={priorityChoices} onPick={(priority) => change({ priority })} />
      {isPicking ? (
        <Suspense fallback={null}>
          <ParentPicker label="Put in" value={null} type="task" onPick={(parent) => change({ parent })} />
        </Suspense>
      ) : (
        <Button isSmall label="Put in…" onClick={() => setIsPicking(true)} />
      )}
      <Button isSmall look="danger" icon={Trash2} label="Delete" onClick={remove} />
      <Button isSmall look="quiet" icon={X} aria-label="Clear the selection" onClick={clearSelection} />
    </div>
  )
}

type SetProps<T extends string> = {
  readonly label: string
  readonly choices: readonly T[]
  readonly onPick: (choice: T) => void
}

function SetTo<T extends string>({ label, choices, onPick }: SetProps<T>): ReactNode {
  const pick = (value: string) => {
    const choice = choices.find((each) => each === value)
    if (choice !== undefined) onPick(choice)
  }
  return (
    <select className="btn small" aria-label={label} value="" onChange={(event) => pick(event.target.value)}>
      <option value="" disabled>
        {label}
      </option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {wordsForState(choice)}
        </option>
      ))}
    </select>
  )
}
