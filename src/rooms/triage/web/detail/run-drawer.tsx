// One run: what it had, what it did, what it warns of, and every task that it moved or, as a preview, would move.
import { Square } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { closePanel } from '#platform/web/shell/panel-url.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Bar } from '#platform/web/ui/bar.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Drawer } from '#platform/web/ui/drawer.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readTriageRun } from '../../api.ts'
import type { LaneMove, TriageRunAnswer, TriageRun } from '../../contract.ts'
import { runNotes } from '../../core/run-notes.ts'
import { cancelRun } from '../data/actions.ts'
import { startRun } from '../data/start-run.ts'
import { useTriagePorts } from '../ports.ts'
import { changesLane, MovesView } from '../side/moves-view.tsx'
import { newestRun } from '../data/lanes-feed.ts'
import { hrefOfRun } from '../triage-url.ts'
import {
  countOf,
  dotOfRun,
  sayDistribution,
  sayOtherLanes,
  sayProgress,
  sayReplaced,
  sayRun,
  sayUnmet,
} from '../words.ts'
import './detail.css'
import { PlanFoot } from './plan-foot.tsx'
import { RunFacts } from './run-facts.tsx'

export function RunDrawer({ id }: { readonly id: number }): ReactNode {
  const told = useValue(newestRun)
  const load = useCallback(() => call(readTriageRun, { params: { id } }), [id])
  const [query, reload] = useQuery(load, told === null ? '' : `${told.id} ${told.status}`)
  const run = query.kind === 'ready' && query.value.run.id === id ? query.value.run : null
  return (
    <Drawer
      name={`Triage run ${id}`}
      onClose={closePanel}
      head={
        <>
          <b>{run?.dry_run === true ? `Preview, run ${id}` : `Run ${id}`}</b>
          <CopyButton text={new URL(hrefOfRun(id), location.origin).href} name="link to this run" />
          <span className="push" />
        </>
      }
      {...(run === null || run.status === 'failed' ? {} : footOf(run))}
    >
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {run === null && query.kind !== 'refused' ? <Skeleton lines={6} /> : null}
      {run === null ? null : <Story run={withProgress(run, told)} />}
    </Drawer>
  )
}

/** The feed tells progress. How the run ended is shown once its moves were read, too: else it would seem to move nothing. */
function withProgress(run: TriageRunAnswer['run'], told: TriageRun | null): TriageRunAnswer['run'] {
  const isUnderWay = run.status === 'running' && told?.id === run.id && told.status === 'running'
  return isUnderWay ? { ...run, ...told } : run
}

function footOf(run: TriageRun): { foot?: ReactNode } {
  const { id, status, dry_run: isDry } = run
  if (status === 'running') {
    return { foot: <Button icon={Square} isFilled label="Cancel" onClick={() => void cancelRun(id)} /> }
  }
  return isDry ? { foot: <PlanFoot key={id} run={run} /> } : {}
}

function Story({ run }: { readonly run: TriageRunAnswer['run'] }): ReactNode {
  const { status, progress, error, moves, dry_run: isDry, run_summary: summary } = run
  return (
    <>
      <div>
        <h2 className="row">
          <Dot state={dotOfRun(status)} />
          <span>{status === 'running' && progress !== null ? sayProgress(progress) : sayRun(run)}</span>
        </h2>
        {status === 'running' && progress !== null && progress.total > 0 ? (
          <Bar className="run-bar" part={progress.done / progress.total} />
        ) : null}
        {summary === null ? null : runNotes(summary).map((note) => <p key={note}>{note}</p>)}
        {isDry && status === 'success' && run.applied_as === null ? <p className="soft">Nothing was written.</p> : null}
        {error === null ? null : <Failure error={error} />}
      </div>
      {status === 'success' ? <Moves moves={moves} isDry={isDry} /> : null}
      <Warnings run={run} />
      <RunFacts run={run} />
    </>
  )
}

function Moves({ moves, isDry }: { readonly moves: readonly LaneMove[]; readonly isDry: boolean }): ReactNode {
  const between = moves.filter(changesLane)
  const within = moves.filter((move) => !changesLane(move))
  return (
    <section>
      <h3>
        {isDry ? 'Would move' : 'Moved'} <span className="meta">{between.length}</span>
      </h3>
      {between.length === 0 ? <p className="meta">Every task stays in its lane.</p> : <MovesView moves={between} />}
      {within.length === 0 ? null : (
        <details className="within">
          <summary className="meta">{formatCount(within.length)} more within their lane</summary>
          <MovesView moves={within} />
        </details>
      )}
    </section>
  )
}

function Failure({ error }: { readonly error: NonNullable<TriageRun['error']> }): ReactNode {
  return (
    <>
      {error.hint === null ? null : <p className="soft">{error.hint}</p>}
      <p className="meta">Lanes, briefs and corrections are as they were.</p>
      <Button isSmall label="Try again" onClick={() => void startRun({ isDry: false })} />
    </>
  )
}

function Warnings({ run }: { readonly run: TriageRun }): ReactNode {
  const { tasks } = useTriagePorts()
  const titleOf = (task: string) => tasks.get(task)?.title ?? task
  const { distribution_warning: distribution, clash_summary: clash } = run
  const sentences = [...sayDistribution(distribution), ...sayUnmet(clash, titleOf), ...sayReplaced(clash, titleOf)]
  const others = sayOtherLanes(clash, titleOf)
  if (sentences.length + others.length === 0) return null
  return (
    <section>
      <h3>Where model, lanes and you differ</h3>
      <Sentences all={sentences} />
      {others.length === 0 ? null : (
        <details className="within">
          <summary className="meta">The model wanted {countOf(others.length, 'task')} in another lane</summary>
          <Sentences all={others} />
        </details>
      )}
    </section>
  )
}

function Sentences({ all }: { readonly all: readonly string[] }): ReactNode {
  return (
    <ul className="read">
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
