// The runs of a strand, newest first; they change while they are looked at, and older ones come when asked for.
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { RowPage } from '#platform/web/store/paged-list.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listRuns } from '../../api.ts'
import type { Run, Strand } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { useNow } from '../coming.tsx'
import { listenToFlow } from '../flow-feed.ts'
import { hrefOfRun } from '../flow-url.ts'
import { isOver, sayOutcome, sayTook, sayTriggeredBy, shortRunId, tookMs } from '../strand-words.ts'
import { begun, continued, mergeRuns } from './merge-runs.ts'
import './run-history.css'

type History = RowPage<Run> | null

const pageSize = 30

export function RunHistory({ strand }: { readonly strand: Strand }): ReactNode {
  const { history, problem, loadMore, load } = useHistory(strand.id)
  return (
    <section className="run-history" aria-label="Runs">
      <h3>Runs</h3>
      {problem === null ? null : <ProblemView problem={problem} onRetry={load} />}
      {history === null && problem === null ? <Skeleton lines={5} /> : null}
      {history?.rows.length === 0 ? <NoRuns strand={strand} /> : null}
      <ol className="list">
        {history?.rows.map((run) => (
          <li key={run.run_id}>
            <RunRow run={run} />
          </li>
        ))}
      </ol>
      {history === null || history.next === null ? null : <Button isSmall label="Older runs" onClick={loadMore} />}
    </section>
  )
}

function NoRuns({ strand }: { readonly strand: Strand }): ReactNode {
  if (strand.origin === 'synthetic') return <Empty title="No runs yet">The gateway has told of none.</Empty>
  return (
    <Empty title="No runs yet">
      <span>Press Run, or in a terminal:</span>
      <CommandLine text={`orrery strand run ${strand.id}`} name="command" />
    </Empty>
  )
}

function RunRow({ run }: { readonly run: Run }): ReactNode {
  const now = useNow(!isOver(run))
  const took = tookMs(run, now)
  const why = run.error ?? run.caveat?.reason ?? null
  return (
    <Link className="run-row" href={hrefOfRun(run.workflow_id, run.run_id)} title={run.run_id}>
      <Dot state={outcomeOf(run)} isMute />
      <span className="cut">
        <b>{sayOutcome(run)}</b>{' '}
        <span className="meta">
          {sayTriggeredBy(run)}
          {why === null ? '' : `: ${why}`}
        </span>
      </span>
      <span className="meta num">{took === null ? '' : sayTook(took)}</span>
      <RelativeTime since={run.started_at ?? run.created_at} className="meta num" />
      <span className="sr">run {shortRunId(run.run_id)}</span>
    </Link>
  )
}

function useHistory(strandId: string) {
  const [history, setHistory] = useState<History>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const ask = useCallback(
    async (cursor: string | null) => {
      const older = cursor === null ? {} : { cursor }
      const answer = await call(listRuns, { query: { strand: strandId, limit: pageSize, ...older } })
      setProblem(answer.ok ? null : answer.error)
      if (!answer.ok) return
      const page = { rows: answer.value.runs, next: answer.value.next_cursor }
      setHistory((before) => (cursor === null ? begun(before, page) : continued(before, cursor, page)))
    },
    [strandId],
  )
  const load = useCallback(() => void ask(null), [ask])
  useEffect(() => {
    const begin = async () => ask(null)
    void begin()
    return listenToFlow({
      onFresh: load,
      onRun: (run) => {
        if (run.workflow_id !== strandId) return
        setHistory((before) => (before === null ? before : { ...before, rows: mergeRuns([run], before.rows) }))
      },
    })
  }, [strandId, ask, load])
  const cursor = history?.next ?? null
  const loadMore = () => (cursor === null ? undefined : void ask(cursor))
  return { history, problem, loadMore, load }
}
