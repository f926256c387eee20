// What runs did: a tick each, the newest with what it moved, the others one press away.
import { useCallback, useState, type ReactNode } from 'react'
import { ok, type Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import type { RowPage } from '#platform/web/store/paged-list.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { lookOf } from '#platform/web/ui/dots.ts'
import { OlderRows, usePagedRows } from '#platform/web/ui/older-rows.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { listTriageRuns, readTriageRun } from '../../api.ts'
import type { RunList, TriageRun } from '../../contract.ts'
import { useResource } from '../data/resource.ts'
import { runsData } from '../data/triage-data.ts'
import { dotOfRun } from '../words.ts'
import { changesLane, MovesView } from './moves-view.tsx'
import { RunLine } from './run-line.tsx'

/** Where a phone scrolls to. */
export const runsId = 'triage-runs'

export function RunsSection(): ReactNode {
  const query = useResource(runsData)
  return (
    <section aria-label="Runs" id={runsId}>
      <h2>
        Runs <span className="meta">{query.kind === 'ready' ? `${formatCount(query.value.total)} in all` : ''}</span>
        {query.kind === 'ready' ? <Ticks runs={query.value.runs} /> : null}
      </h2>
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={runsData.refresh} /> : null}
      {query.kind === 'ready' ? <Lines list={query.value} /> : null}
    </section>
  )
}

/** As many as stand beside the heading. */
const mostTicks = 14

function Ticks({ runs }: { readonly runs: readonly TriageRun[] }): ReactNode {
  const last = runs.filter(({ dry_run: isDry }) => !isDry).slice(0, mostTicks)
  if (last.length === 0) return null
  const failed = last.filter(({ status }) => status === 'failed').length
  const name = `Last ${last.length} runs, ${failed === 0 ? 'none' : failed} failed`
  return (
    <span className="run-ticks push" role="img" aria-label={name} title={name}>
      {last.toReversed().map(({ id, status }) => (
        <i
          key={id}
          data-tone={lookOf(dotOfRun(status)).tone}
          className={status === 'success' || status === 'cancelled' ? undefined : 'tall'}
        />
      ))}
    </span>
  )
}

/** Until more are asked for. */
const firstShown = 4

function Lines({ list }: { readonly list: RunList }): ReactNode {
  const [shown, setShown] = useState(firstShown)
  const paged = usePagedRows(pageOf(list), { idOf: ({ id }) => id, load: loadRuns })
  const { rows: runs, loadOlder } = paged
  const newest = runs.find(({ status, dry_run: isDry }) => status === 'success' && !isDry)
  const showMore = async () => {
    if (shown >= runs.length) await loadOlder()
    setShown((count) => count + list.runs.length)
  }
  if (runs.length === 0) return <p className="meta">None yet. What each one moves stands here.</p>
  return (
    <>
      <ol>
        {runs.slice(0, shown).map((run) => (
          <li key={run.id}>
            <RunLine run={run} />
            {run === newest ? <NewestMoves run={run} /> : null}
          </li>
        ))}
      </ol>
      {shown < runs.length ? <Button look="quiet" isSmall label="Older runs" onClick={() => void showMore()} /> : null}
      {shown < runs.length ? null : <OlderRows label="Older runs" list={{ ...paged, loadOlder: showMore }} />}
    </>
  )
}

/** Beyond the first page, which alone is kept up to date. */
async function loadRuns(cursor: string): Promise<Result<RowPage<TriageRun>, Problem>> {
  const answer = await call(listTriageRuns, { query: { cursor } })
  return answer.ok ? ok(pageOf(answer.value)) : answer
}

const pageOf = ({ runs, next_cursor: next }: RunList): RowPage<TriageRun> => ({ rows: runs, next })

/** The rest stands in the run's panel. */
const mostMoves = 6

function NewestMoves({ run }: { readonly run: TriageRun }): ReactNode {
  const { id } = run
  const load = useCallback(() => call(readTriageRun, { params: { id } }), [id])
  const [query] = useQuery(load)
  if (query.kind !== 'ready' || query.value.run.id !== id) return null
  const moves = query.value.run.moves.filter(changesLane)
  return moves.length === 0 ? null : <MovesView moves={moves} most={mostMoves} run={id} />
}
