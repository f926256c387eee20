// The head of the page: what the last run was, what waits for the next, and the way to start, watch and stop one.
import { formatDuration } from '#base/duration.ts'
import { Eye, Play, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { TriageRun, TriageState } from '../../contract.ts'
import { cancelRun } from '../data/actions.ts'
import { startRun } from '../data/start-run.ts'
import { newestRun } from '../data/lanes-feed.ts'
import { sayProgress, sayWaiting } from '../words.ts'

type Props = {
  /** Null while it is not known. */
  readonly state: TriageState | null
  /** Whether another button of the page is the one to press first. */
  readonly isSecond?: boolean
}

export function PageHead({ state, isSecond = false }: Props): ReactNode {
  const told = useValue(newestRun)
  const running = state === null ? null : runningOf(state, told)
  return (
    <div className="page-head triage-head">
      <h1>Triage</h1>
      <span className="meta cut wide formula">
        impact × urgency × confidence ÷ effort, added up here and never by the model
      </span>
      <span className="push wide" />
      {running === null ? <AtRest state={state} isSecond={isSecond} /> : <Running run={running} />}
    </div>
  )
}

/** The feed knows of a run's steps, the last answer may be older. */
function runningOf({ running }: TriageState, told: TriageRun | null): TriageRun | null {
  if (told === null || (running !== null && told.id < running.id)) return running
  if (told.status === 'running') return told
  return running?.id === told.id ? null : running
}

function AtRest({ state, isSecond }: Required<Props>): ReactNode {
  return (
    <>
      {state === null ? null : <LastRun state={state} />}
      <Button
        className="wide"
        icon={Eye}
        label="Preview"
        title="Asks the model and shows what would move, without writing it"
        onClick={() => void startRun({ isDry: true })}
      />
      <Button
        className="narrow"
        icon={Eye}
        aria-label="Preview"
        title="Shows what would move, without writing it"
        onClick={() => void startRun({ isDry: true })}
      />
      <Button
        {...(isSecond ? {} : { look: 'primary' as const })}
        icon={Play}
        label="Run triage"
        keys="r"
        onClick={() => void startRun({ isDry: false })}
      />
    </>
  )
}

function LastRun({ state }: { readonly state: TriageState }): ReactNode {
  const { last, briefs_waiting: briefs, overrides_waiting: overrides } = state
  const waiting = sayWaiting(briefs, overrides)
  const ways = { success: 'ended', failed: 'failed', cancelled: 'was cancelled', running: 'began' }
  return (
    <span className="meta cut last-run">
      {last === null ? (
        'No run yet'
      ) : (
        <>
          Run {last.id} {ways[last.status]} <RelativeTime since={last.finished_at ?? last.started_at} />
        </>
      )}
      {waiting === null ? null : <span className="wide">; {waiting}</span>}
    </span>
  )
}

function Running({ run }: { readonly run: TriageRun }): ReactNode {
  const { id, progress, dry_run: isDry, started_at: startedAt } = run
  const words = progress === null ? 'Starting' : sayProgress(progress)
  return (
    <>
      <span className="status meta">
        <Dot state="running" isMute />
        <span className="cut" role="status">
          <span className="wide">{isDry ? 'Preview: ' : `Run ${id}: `}</span>
          {words}
        </span>
        {progress === null || progress.total === 0 ? null : (
          <Bar className="wide" part={progress.done / progress.total} />
        )}
        <RelativeTime since={startedAt} format={formatDuration} className="wide" />
      </span>
      <Button icon={Square} isFilled label="Cancel" onClick={() => void cancelRun(id)} />
    </>
  )
}
