// The NOW lane on the home page.
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { LaneEntry } from '../../contract.ts'
import { useTriagePorts } from '../ports.ts'
import { useLoaded } from '../data/resource.ts'
import { morningData } from '../data/triage-data.ts'
import { formatScore } from '../words.ts'

/** Nothing while nothing is in NOW. */
export function NowBlock({ rows }: { readonly rows: number }): ReactNode {
  const morning = useLoaded(morningData)
  if (morning === null || morning.now.length === 0) return null
  const { run, now } = morning
  return (
    <section>
      <h2>
        NOW{' '}
        {run === null ? null : (
          <span className="meta">
            run {run.id}, <RelativeTime since={run.finished_at ?? run.started_at} />
          </span>
        )}
        <Link className="btn quiet small push" href="/triage">
          Triage
        </Link>
      </h2>
      <ul className="rows slim">
        {now.slice(0, rows).map((entry) => (
          <NowRow key={entry.task.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function NowRow({ entry }: { readonly entry: LaneEntry }): ReactNode {
  const { tasks, TaskLink } = useTriagePorts()
  const task = useEntity(tasks, entry.task.id) ?? entry.task
  return (
    <li className="of-two-lines">
      <Dot state={task.status} />
      <TaskLink id={task.id} className="two-lines">
        {task.title}
      </TaskLink>
      <span className="end">
        {entry.lock === null ? (
          formatScore(entry.score)
        ) : (
          <>
            <Lock className="i" aria-hidden />
            <span className="sr">locked</span>
          </>
        )}
      </span>
    </li>
  )
}
