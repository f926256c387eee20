// A session's history as a list, newest first.
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery, type Query } from '#platform/web/api/use-query.ts'
import { formatExact } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { listSessionEvents } from '../../api.ts'
import type { PageOfEvents } from '../../contract.ts'
import { eventLinesOf, type EventLine } from './event-lines.ts'
import { useCalm } from '../use-calm.ts'

/** The newest `limit` events of a session, asked for again as the session is active, but not at each of its steps. */
export function useEvents(id: string, limit: number, lastActivity: string): readonly [Query<PageOfEvents>, () => void] {
  const version = useCalm(lastActivity)
  const load = useCallback(() => call(listSessionEvents, { params: { id }, query: { limit } }), [id, limit])
  return useQuery(load, version)
}

type Props = { readonly query: Query<PageOfEvents>; readonly onRetry: () => void; readonly mostLines?: number }

export function EventsView({ query, onRetry, mostLines }: Props): ReactNode {
  switch (query.kind) {
    case 'loading':
      return <Skeleton lines={3} />
    case 'refused':
      return <ProblemView problem={query.problem} onRetry={onRetry} />
    case 'ready':
      return <EventList lines={eventLinesOf(query.value.events).slice(0, mostLines)} />
  }
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })

function EventList({ lines }: { readonly lines: readonly EventLine[] }): ReactNode {
  return (
    <ol className="events">
      {lines.map((line) => (
        <li key={line.key}>
          <time dateTime={line.at} title={formatExact(line.at)}>
            {clock.format(new Date(line.at))}
          </time>
          <Dot state={line.state} />
          <span className={line.isRefused ? 'refused' : undefined}>
            {line.text}
            {line.said === null ? null : (
              <>
                : <span className="mono">{line.said}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
