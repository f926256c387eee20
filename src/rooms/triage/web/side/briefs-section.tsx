// The inbox of the next run: notes of what changed, and those that runs have read.
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { BriefList } from '../../contract.ts'
import type { Query } from '#platform/web/api/use-query.ts'
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
          <List query={waiting} empty={null} onRetry={briefsData.refresh} />
        </>
      )}
    </section>
  )
}

function PastBriefs(): ReactNode {
  const query = useResource(briefsRead)
  return <List query={query} empty="No run has read a brief yet." onRetry={briefsRead.refresh} />
}

type ListProps = {
  readonly query: Query<BriefList>
  readonly empty: string | null
  readonly onRetry: () => void
}

function List({ query, empty, onRetry }: ListProps): ReactNode {
  if (query.kind === 'loading') return <Skeleton lines={3} />
  if (query.kind === 'refused') return <ProblemView problem={query.problem} onRetry={onRetry} />
  const { briefs, next_cursor: more } = query.value
  if (briefs.length === 0) return empty === null ? null : <p className="meta">{empty}</p>
  return (
    <>
      <ol>
        {briefs.map((brief) => (
          <BriefItem key={brief.id} brief={brief} />
        ))}
      </ol>
      {more === null ? null : (
        <p className="meta">
          The newest {briefs.length}; <code>orrery brief ls</code> lists all.
        </p>
      )}
    </>
  )
}

function sayWaiting(query: Query<BriefList>): string {
  if (query.kind !== 'ready') return ''
  const { briefs, next_cursor: more } = query.value
  if (briefs.length === 0) return 'none for the next run'
  return more === null ? `${briefs.length} for the next run` : `more than ${countOf(briefs.length, 'brief')}`
}
