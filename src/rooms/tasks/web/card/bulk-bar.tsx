// What can be done with the selected tasks at once. Loaded with the first selection.
import { Trash2, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { ChangeTask, TaskPriority } from '../../contract.ts'
import { changeTasks, removeTasks } from '../actions.ts'
import { priorityChoices, statusChoices } from '../fields.tsx'
import { ParentPicker } from '../parent-picker.tsx'

type Props = {
  readonly ids: readonly string[]
  /** Ends the selection. */
  readonly onDone: () => void
}

export function BulkBar({ ids, onDone }: Props): ReactNode {
  const [isPicking, setIsPicking] = useState(false)
  const change = (set: Pick<ChangeTask, 'status' | 'priority' | 'parent'>) => {
    onDone()
    void changeTasks(ids, set)
  }
  const remove = () => {
    onDone()
    void removeTasks(ids)
  }
  return (
    <div className="selection" role="toolbar" aria-label="Selected tasks">
      <strong>{formatCount(ids.length)} selected</strong>
      <SetTo label="Set status" choices={statusChoices} onPick={(status) => change({ status })} />
      <SetTo<TaskPriority> label="Set priority" choices={priorityChoices} onPick={(priority) => change({ priority })} />
      {isPicking ? (
        <ParentPicker label="Put in" value={null} type="task" onPick={(parent) => change({ parent })} />
      ) : (
        <Button isSmall label="Put in…" onClick={() => setIsPicking(true)} />
      )}
      <Button isSmall look="danger" icon={Trash2} label="Delete" onClick={remove} />
      <Button isSmall look="quiet" icon={X} aria-label="Clear the selection" onClick={onDone} />
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
