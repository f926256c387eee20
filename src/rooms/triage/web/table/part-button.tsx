// One part of a score: its value as number and meter. A click corrects it.
import type { ReactNode } from 'react'
import type { LaneEntry, ScoreDimension, ScoreParts } from '../../contract.ts'
import { askedCorrection } from '../correct/correction.ts'
import { nameOfPart, waitingFor } from '../words.ts'
import './part-button.css'

type Props = { readonly entry: LaneEntry; readonly parts: ScoreParts; readonly dimension: ScoreDimension }

const steps = [1, 2, 3, 4, 5] as const

export function PartButton({ entry, parts, dimension }: Props): ReactNode {
  const waiting = waitingFor(entry.pending, dimension)?.new_value ?? null
  const value = waiting === null ? parts[dimension] : Number(waiting)
  const isMine = waiting !== null || entry.overridden.includes(dimension)
  const name = `${nameOfPart(dimension)} ${value}${hintOf(entry, dimension, waiting)}`
  return (
    <button
      type="button"
      className={['part', isMine && 'mine', waiting !== null && 'waits'].filter(Boolean).join(' ')}
      data-k={dimension.charAt(0).toUpperCase()}
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) =>
        askedCorrection.set({ kind: 'part', dimension, task: entry.task.id, anchor: currentTarget })
      }
    >
      {value}
      <span className="meter" aria-hidden>
        {steps.map((step) => (
          <i key={step} className={step <= value ? 'on' : undefined} />
        ))}
      </span>
    </button>
  )
}

function hintOf({ parts, model_parts: model }: LaneEntry, dimension: ScoreDimension, waiting: string | null): string {
  const now = parts?.[dimension]
  if (waiting !== null) return ` at the next run, you changed it from ${now}`
  const said = model?.[dimension]
  return said === undefined || said === now ? '' : `, you changed it from ${said}`
}
