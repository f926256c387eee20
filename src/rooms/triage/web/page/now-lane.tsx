// The NOW lane beside the cockpit: in the order of triage, with why each stands there and who is at work on it.
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'wouter'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { LaneEntry } from '../../contract.ts'
import { morningData } from '../data/triage-data.ts'
import { useLoaded } from '../data/resource.ts'
import { useTriagePorts } from '../ports.ts'
import { formatScore } from '../words.ts'
import './now-lane.css'

/** Who is at work on a task, in words. */
export type AtWork = ComponentType<{ readonly task: string }>

type Props = { readonly rows: number; readonly AtWork: AtWork }

/** Nothing while nothing is in NOW. */
export function NowLane({ rows, AtWork }: Props): ReactNode {
  const morning = useLoaded(morningData)
  if (morning === null || morning.now.length === 0) return null
  const { run, now } = morning
  const shown = now.slice(0, rows)
  return (
    <section>
      <h2>
        NOW{' '}
        <span className="meta">
          {shown.length} of {now.length}
          {run === null ? null : `, run ${run.id}`}
        </span>
        <Link className="btn quiet small push" href="/triage">
          Triage
        </Link>
      </h2>
      <ol className="now-lane">
        {shown.map((entry, index) => (
          <Row key={entry.task.id} entry={entry} place={index + 1} AtWork={AtWork} />
        ))}
      </ol>
    </section>
  )
}

type RowProps = { readonly entry: LaneEntry; readonly place: number; readonly AtWork: AtWork }

function Row({ entry, place, AtWork }: RowProps): ReactNode {
  const { tasks, TaskLink } = useTriagePorts()
  const task = useEntity(tasks, entry.task.id) ?? entry.task
  const facts = [
    entry.lock === null ? formatScore(entry.score) : 'locked',
    task.project,
    wordsForState(task.status).toLowerCase(),
  ]
  return (
    <li>
      <span aria-hidden>{place}</span>
      <TaskLink id={task.id} className="two-lines">
        {task.title}
      </TaskLink>
      <Dot state={task.status} isMute />
      <span className="meta">
        {facts.filter((fact) => fact !== null).join(', ')}, <AtWork task={task.id} />
      </span>
    </li>
  )
}
