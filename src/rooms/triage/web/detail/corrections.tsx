// What a person corrected about a task: what waits for a run can be taken back.
import type { ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { ScoreOverride } from '../../contract.ts'
import { takeBackCorrection } from '../data/actions.ts'
import { openRun } from '../triage-url.ts'
import { sayOverride } from '../words.ts'

export function Corrections({ overrides }: { readonly overrides: readonly ScoreOverride[] }): ReactNode {
  if (overrides.length === 0) return null
  return (
    <section>
      <h3>Your corrections</h3>
      <ul>
        {overrides.map((override) => (
          <CorrectionLine key={override.id} override={override} />
        ))}
      </ul>
    </section>
  )
}

function CorrectionLine({ override }: { readonly override: ScoreOverride }): ReactNode {
  const { id, dimension, user_reason: reason, created_at: createdAt, applied_to_run_id: run } = override
  const words = sayOverride(override)
  return (
    <li className="correction">
      <div>
        <p>{words.charAt(0).toUpperCase() + words.slice(1)}</p>
        {reason === null || reason === '' ? null : <p className="soft">{reason}</p>}
        <p className="meta">
          <RelativeTime since={createdAt} />,{' '}
          {run === null ? (
            'waits for the next run'
          ) : (
            <button type="button" className="word" onClick={() => openRun(run)}>
              read by run {run}
            </button>
          )}
        </p>
      </div>
      {run === null && dimension !== 'locked' ? (
        <Button
          isSmall
          label="Take back"
          aria-label={`Take back: ${words}`}
          onClick={() => void takeBackCorrection(id)}
        />
      ) : null}
    </li>
  )
}
