// A refused request in the place of what it should have brought: reason, hint, code and request id.
import type { ReactNode } from 'react'
import type { Problem } from '../api/problem.ts'
import { Button } from './button.tsx'
import { Dot } from './dot.tsx'
import './problem-view.css'

type Props = { readonly problem: Problem; readonly onRetry?: () => void }

export function ProblemView({ problem, onRetry }: Props): ReactNode {
  const trail = problem.requestId === null ? problem.error : `${problem.error}, request ${problem.requestId}`
  return (
    <div className="problem card" role="alert">
      <p className="row">
        <Dot state="failed" isMute />
        <strong>{problem.reason}</strong>
      </p>
      {problem.hint === null ? null : <p className="soft">{problem.hint}</p>}
      <p className="meta">{trail}</p>
      {onRetry === undefined ? null : <Button isSmall label="Try again" onClick={onRetry} />}
    </div>
  )
}
