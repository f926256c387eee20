// Choices for several tasks at once that are no plain actions: priority and parent. Loaded with the first selection.
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { changeTasks } from '../actions.ts'
import type { SetOnMany } from '../edit-many.ts'
import { priorityChoices } from '../field-choices.ts'
import { ParentPicker } from '../parent-picker.tsx'

type Props = {
  readonly ids: readonly string[]
  /** Ends the selection. */
  readonly onDone: () => void
}

export function BulkBar({ ids, onDone }: Props): ReactNode {
  const [isPicking, setIsPicking] = useState(false)
  const change = (set: SetOnMany) => {
    onDone()
    void changeTasks(ids, set)
  }
  const setPriority = (text: string) => {
    const priority = priorityChoices.find((each) => each === text)
    if (priority !== undefined) change({ priority })
  }
  return (
    <>
      <select
        className="btn small"
        aria-label="Set priority"
        value=""
        onChange={(event) => setPriority(event.target.value)}
      >
        <option value="" disabled>
          Priority…
        </option>
        {priorityChoices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      {isPicking ? (
        <ParentPicker label="Put in" value={null} type="task" onPick={(parent) => change({ parent })} />
      ) : (
        <Button isSmall label="Put in…" onClick={() => setIsPicking(true)} />
      )}
    </>
  )
}
