// What came of a test, step by step, in the words of the command line.
import type { ReactNode } from 'react'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { TestState } from './use-test.ts'

type Props = Pick<TestState, 'told' | 'isBusy'> & {
  /** What is waited for. */
  readonly waiting: string
}

export function TestOutcome({ told, isBusy, waiting }: Props): ReactNode {
  return (
    <div className="test-outcome" role="status">
      {isBusy ? <p className="meta">{waiting}</p> : null}
      {told?.steps.map(({ title, works, says, hint, took_ms: ms }) => (
        <p key={title} className="row">
          <Dot state={works ? 'completed' : 'failed'} isMute />
          <span>
            <span className="sr">{works ? 'Works: ' : 'Failed: '}</span>
            {says} {hint === null ? null : <span className="meta">{hint}</span>}{' '}
            <span className="meta">{Math.round(ms)} ms</span>
          </span>
        </p>
      ))}
      {told?.printed == null ? null : (
        <pre aria-label="What it printed" tabIndex={0}>
          {told.printed}
        </pre>
      )}
    </div>
  )
}
