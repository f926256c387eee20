// The inbox of the next run: notes of what changed, and those that runs have read.
import { useState, type ReactNode } from 'react'
import { ok, type Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { Query } from '#platform/web/api/use-query.ts'
import type { RowPage } from '#platform/web/store/paged-list.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { OlderRows, usePagedRows } from '#platform/web/ui/older-rows.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listBriefs } from '../../api.ts'
import type { Brief, BriefList } from '../../contract.ts'
import { useResource } from '../data/resource.ts'
import { briefsData, briefsRead } from '../data/triage-data.ts'
import { countOf } from '../words.ts'
import { BriefItem } from './brief-item.tsx'
import { ComposeBrief } from './compose-brief.tsx'

export function BriefsSection(): ReactNode {
  const [isPast, setIsPast] = useState(false)
  const waiting = useResource(briefsData)
  return (
    <section aria-label="Briefs">
      <h2>
        Briefs <span className="meta">{isPast ? 'read by runs' : sayWaiting(waiting)}</span>
        <Button
          look="quiet"
          isSmall
          className="push"
          label={isPast ? 'For the next run' : 'Read before'}
          onClick={() => setIsPast(!isPast)}
        />
      </h2>
      {isPast ? (
        <PastBriefs />
      ) : (
        <>
          <ComposeBrief />
          <List query={waiting} empty={null} load={loadWaiting} onRetry={briefsData.refresh} />
        </>
      )}
    </section>
  )
}

function PastBriefs(): ReactNode {
  const query = useResource(briefsRead)
  return <List query={query} empty="No run has read a brief yet." load={loadRead} onRetry={briefsRead.refresh} />
}

const loadWaiting = (cursor: string) => loadBriefs({ consumed: false, cursor })
const loadRead = (cursor: string) => loadBriefs({ consumed: true, cursor })

/** Beyond the first page, which alone is kept up to date. */
async function loadBriefs(query: { consumed: boolean; cursor: string }): Promise<Result<RowPage<Brief>, Problem>> {
  const answer = await call(listBriefs, { query })
  return answer.ok ? ok(pageOf(answer.value)) : answer
}

const pageOf = ({ briefs, next_cursor: next }: BriefList): RowPage<Brief> => ({ rows: briefs, next })

type ListProps = {
  readonly query: Query<BriefList>
  readonly empty: string | null
  readonly load: (cursor: string) => Promise<Result<RowPage<Brief>, Problem>>
  readonly onRetry: () => void
}

function List({ query, empty, load, onRetry }: ListProps): ReactNode {
  if (query.kind === 'loading') return <Skeleton lines={3} />
  if (query.kind === 'refused') return <ProblemView problem={query.problem} onRetry={onRetry} />
  if (query.value.briefs.length === 0) return empty === null ? null : <p className="meta">{empty}</p>
  return <Items list={query.value} load={load} />
}

function Items({ list, load }: Pick<ListProps, 'load'> & { readonly list: BriefList }): ReactNode {
  const paged = usePagedRows(pageOf(list), { idOf: ({ id }) => id, load })
  return (
    <>
      <ol>
        {paged.rows.map((brief) => (
          <BriefItem key={brief.id} brief={brief} />
        ))}
      </ol>
      <OlderRows label="Older briefs" list={paged} />
    </>
  )
}

function sayWaiting(query: Query<BriefList>): string {
  if (query.kind !== 'ready') return ''
  const { briefs, next_cursor: more } = query.value
  if (briefs.length === 0) return 'none for the next run'
  return more === null ? `${briefs.length} for the next run` : `more than ${countOf(briefs.length, 'brief')}`
}
