// Who changed a task, when, and what.
import { useCallback, type ReactNode } from 'react'
import { ok } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import type { RowPage } from '#platform/web/store/paged-list.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { OlderRows, usePagedRows } from '#platform/web/ui/older-rows.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { readTaskHistory } from '../../api.ts'
import type { PageOfTaskEvents, TaskCard, TaskEvent } from '../../contract.ts'
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
      {query.kind === 'ready' ? <Lines key={id} id={id} newest={query.value} /> : null}
    </section>
  )
}

function Lines({ id, newest }: { readonly id: string; readonly newest: PageOfTaskEvents }): ReactNode {
  const paged = usePagedRows(pageOf(newest), {
    idOf: ({ seq }) => seq,
    async load(cursor) {
      const answer = await call(readTaskHistory, { params: { id }, query: { cursor } })
      return answer.ok ? ok(pageOf(answer.value)) : answer
    },
  })
  return (
    <>
      <ol className="history">
        {paged.rows.map((event) => (
          <li key={event.seq}>
            <span>{historyLineOf(event)}</span>
            <RelativeTime since={event.at} className="meta" />
          </li>
        ))}
      </ol>
      <OlderRows label="Older changes" list={paged} />
    </>
  )
}

const pageOf = ({ events, next_cursor: next }: PageOfTaskEvents): RowPage<TaskEvent> => ({ rows: events, next })
