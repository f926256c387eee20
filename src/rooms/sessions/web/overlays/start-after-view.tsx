// The small panel that links a session to what starts it: set as a whole, so that no step in between starts anything.
import { useState, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../../contract.ts'
import { StartsAfterField } from '../launch/starts-after-field.tsx'
import { useSessionPorts } from '../ports.ts'
import { closeOverlay } from './session-overlay.ts'
import { startAfter, whyNotLinked, type TaskOf } from './start-after.ts'

type Props = { readonly session: SessionCard; readonly inputRef: RefObject<HTMLInputElement | null> }

export function StartAfter({ session, inputRef }: Props): ReactNode {
  const { taskOf } = useSessionPorts()
  const [dependsOn, setDependsOn] = useState<readonly string[]>(session.depends_on)
  const problem = problemOf(session, dependsOn, taskOf)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    if (problem !== undefined) return
    startAfter(session, dependsOn, taskOf)
    closeOverlay()
  }
  return (
    <form onSubmit={save}>
      <StartsAfterField dependsOn={dependsOn} problem={problem} onChange={setDependsOn} inputRef={inputRef} />
      <p className="meta">
        {session.state === 'idle' ? 'It starts by itself once all of them are done.' : 'Counts when it is idle again.'}
      </p>
      <div className="row">
        <span className="push" />
        <Button isSmall look="quiet" label="Cancel" onClick={closeOverlay} />
        <Button isSmall look="primary" type="submit" label="Save" aria-disabled={problem !== undefined} />
      </div>
    </form>
  )
}

/** What speaks against waiting for one of these tasks, as a sentence. */
function problemOf(session: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): string | undefined {
  const [problem] = dependsOn.flatMap((task) => whyNotLinked(session, task, taskOf) ?? [])
  return problem === undefined ? undefined : `${problem}.`
}
