// Says where a part of the page would stand that it is missing, and how to get it.
import { useEffect, type ReactNode } from 'react'
import { dropHeldKeys } from '../commands/held-keys.ts'
import { Button } from '../ui/button.tsx'
import { Dot } from '../ui/dot.tsx'
import { failureTitles, hintFor, reload, tellFailure, type PartFailure } from './tell-failure.ts'
import '../ui/problem-view.css'

export function FailedInPlace(props: PartFailure): ReactNode {
  const { what, failures, onRetry } = props
  return (
    <div className="problem card" role="alert">
      <p className="row">
        <Dot state="failed" isMute />
        <strong>{failureTitles[what]}</strong>
      </p>
      <p className="soft">{hintFor(props)}</p>
      <div className="btns">
        <Button isSmall label="Try again" onClick={onRetry} />
        {failures === 1 ? null : <Button isSmall label="Reload the page" onClick={reload} />}
      </div>
    </div>
  )
}

/** What opens over the page has no place to say it in. */
export function FailedOver({ what, failures, onRetry }: PartFailure): ReactNode {
  // Those keys meant what did not come, and would mean something else to the page below.
  useEffect(dropHeldKeys, [])
  useEffect(() => tellFailure({ what, failures, onRetry }), [what, failures, onRetry])
  return null
}

const missing = new Set<() => void>()
let takeAway = (): void => {}

/** Such parts come together: one notice tells of all that are missing, and tries all of them again. */
export function FailedBeside({ what, failures, onRetry }: PartFailure): ReactNode {
  useEffect(dropHeldKeys, [])
  useEffect(() => {
    missing.add(onRetry)
    takeAway()
    takeAway = tellFailure({ what, failures, onRetry: () => missing.forEach((retry) => retry()) })
    return () => {
      missing.delete(onRetry)
      if (missing.size === 0) takeAway()
    }
  }, [what, failures, onRetry])
  return null
}
