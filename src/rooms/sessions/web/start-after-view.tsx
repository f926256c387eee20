// The small panel that links a session to what starts it: set as a whole, so that no step in between starts anything.
import { useState, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../contract.ts'
import { StartsAfterField } from './launch/starts-after-field.tsx'
import { useSessionPorts } from './ports.ts'
import { closeOverlay } from './session-overlay.ts'
import { startAfter } from './start-after.ts'

type Props = { readonly session: SessionCard; readonly inputRef: RefObject<HTMLInputElement | null> }

export function StartAfter({ session, inputRef }: Props): ReactNode {
  const { taskOf } = useSessionPorts()
  const [dependsOn, setDependsOn] = useState<readonly string[]>(session.depends_on)
  const isItself = session.task_id !== null && dependsOn.includes(session.task_id)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (isItself) return
    startAfter(session, dependsOn, taskOf)
    closeOverlay()
  }
  return (
    <form onSubmit={save}>
      <StartsAfterField
        dependsOn={dependsOn}
        problem={isItself ? 'It works on that task itself.' : undefined}
        onChange={setDependsOn}
        inputRef={inputRef}
      />
      <p className="meta">
        {session.state === 'idle' ? 'It starts by itself once all of them are done.' : 'Counts when it is idle again.'}
      </p>
      <div className="row">
        <span className="push" />
        <Button isSmall look="quiet" label="Cancel" onClick={closeOverlay} />
        <Button isSmall look="primary" type="submit" label="Save" aria-disabled={isItself} />
      </div>
    </form>
  )
}
