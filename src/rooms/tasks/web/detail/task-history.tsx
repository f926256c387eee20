// Who changed a task, when, and what.
import { useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readTaskHistory } from '../../api.ts'
import type { TaskCard } from '../../contract.ts'
import { historyLineOf } from './history-lines.ts'

export function TaskHistory({ task }: { readonly task: TaskCard }): ReactNode {
  const { id } = task
  const load = useCallback(() => call(readTaskHistory, { params: { id } }), [id])
  const [query, reload] = useQuery(load, task.updated_at)
  return (
    <section>
      <h3>
        History <span className="meta">newest first</span>
      </h3>
      {query.kind === 'loading' ? <Skeleton lines={2} /> : null}
      {query.kind === 'refused' ? <ProblemView problem={query.problem} onRetry={reload} /> : null}
      {query.kind === 'ready' ? (
        <ol className="history">
          {query.value.events.map((event) => (
            <li key={event.seq}>
              <span>{historyLineOf(event)}</span>
              <RelativeTime since={event.at} className="meta" />
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
