// The steps in time: the Gantt, and for readers the same in words.
import { formatDuration } from '#base/duration.ts'
import type { ReactNode } from 'react'
import { Dot } from '#platform/web/ui/dot.tsx'
import { lookOf } from '#platform/web/ui/dots.ts'
import type { RunDetail, RunStep, StrandStep } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { sayTook } from '../strand-words.ts'
import { axisOf, barsOf, presentOf, waitedMs, type Axis } from './gantt.ts'
import { stepTookMs } from './step-words.ts'
import './timeline.css'

type Props = {
  readonly answer: RunDetail
  readonly current: string | null
  readonly now: number
  readonly onPick: (stepId: string) => void
}

export function Timeline({ answer: { run, steps, strand }, current, now: shown, onPick }: Props): ReactNode {
  const now = presentOf(steps, shown)
  const axis = axisOf(run, now)
  const byId = new Map(steps.map((step) => [step.step_id, step]))
  const hasBegun = run.started_at !== null
  return (
    <div className="timeline" role="group" aria-label="Steps in time">
      <div className="step axis" aria-hidden>
        <span />
        <span />
        <span className="track">{hasBegun ? axis.labels.map((label) => <span key={label}>{label}</span>) : null}</span>
        <span />
      </div>
      {strand.steps.map((definition) => (
        <Row
          key={definition.id}
          definition={definition}
          step={byId.get(definition.id) ?? null}
          axis={axis}
          now={now}
          isCurrent={definition.id === current}
          onPick={onPick}
        />
      ))}
    </div>
  )
}

type RowProps = {
  readonly definition: StrandStep
  readonly step: RunStep | null
  readonly axis: Axis
  readonly now: number
  readonly isCurrent: boolean
  readonly onPick: (stepId: string) => void
}

function Row({ definition, step, axis, now, isCurrent, onPick }: RowProps): ReactNode {
  const status = step === null ? 'queued' : outcomeOf(step)
  const host = step?.host ?? definition.host ?? 'any'
  const took = step === null ? null : stepTookMs(step, now)
  return (
    <button
      type="button"
      className="step"
      aria-current={isCurrent ? 'step' : undefined}
      onClick={() => onPick(definition.id)}
    >
      <span className="row">
        <Dot state={status} />
        <span className="cut">{definition.id}</span>
      </span>
      <span className="meta cut">{host}</span>
      <span className="track">
        <span className="gantt">{step === null ? null : <Bars step={step} axis={axis} now={now} />}</span>
        {axis.now === null ? null : <span className="now-line" style={{ left: percent(axis.now) }} />}
      </span>
      <span className="meta num">
        {step?.reused === true ? 'kept' : took === null ? '' : sayTook(took)}
        <span className="sr"> {inWords(definition, step, now)}</span>
      </span>
    </button>
  )
}

function Bars({ step, axis, now }: { readonly step: RunStep; readonly axis: Axis; readonly now: number }): ReactNode {
  return barsOf(step, axis, now).map(({ kind, status, from, size, title }, index) => (
    <i
      key={index}
      data-bar={kind}
      data-tone={kind === 'try' ? lookOf(status).tone : undefined}
      title={title}
      style={{ left: percent(from), width: `max(${percent(size)}, 3px)` }}
    />
  ))
}

/** What the bars show, for whoever does not see them. */
function inWords({ after }: StrandStep, step: RunStep | null, now: number): string {
  const waited = step === null ? null : waitedMs(step, now)
  const tries = step?.attempts.length ?? 0
  const parts = [
    waited === null ? null : `waited ${formatDuration(waited)}`,
    tries > 1 ? `${tries} tries` : null,
    after.length === 0 ? null : `after ${after.join(', ')}`,
  ]
  return parts.filter((part) => part !== null).join(', ')
}

const percent = (part: number): string => `${Math.round(part * 10_000) / 100}%`
