// A refused request in the place of what it should have brought: reason, hint and request id.
import type { ReactNode } from 'react'
import type { Problem } from '../api/problem.ts'
import { Button } from './button.tsx'
import { Dot } from './dot.tsx'
import { WithCode } from './with-code.tsx'
import './problem-view.css'

type Props = { readonly problem: Problem; readonly onRetry?: () => void }

export function ProblemView({ problem, onRetry }: Props): ReactNode {
  return (
    <div className="problem card" role="alert">
      <p className="row">
        <Dot state="failed" isMute />
        <strong>{problem.reason}</strong>
      </p>
      {problem.hint === null ? null : (
        <p className="soft">
          <WithCode text={problem.hint} />
        </p>
      )}
      {problem.requestId === null ? null : <p className="meta">request {problem.requestId}</p>}
      {onRetry === undefined ? null : <Button isSmall label="Try again" onClick={onRetry} />}
    </div>
  )
}
