// The sessions that work on a task, and those that wait for it.
import type { MouseEvent, ReactNode } from 'react'
import { useGroup } from '#platform/web/store/grouping.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { TaskCard } from '../../contract.ts'
import { useTaskPorts } from '../ports.ts'
import { useWaiting } from './use-waiting.ts'

export function LinkedSessions({ task }: { readonly task: TaskCard }): ReactNode {
  const { links } = useTaskPorts()
  const linked = useGroup(links, task.id)
  const waiting = useWaiting(task.id).filter((id) => !linked.includes(id))
  if (linked.length + waiting.length === 0) return null
  return (
    <section>
      <h3>Sessions</h3>
      <ul className="list">
        {linked.toReversed().map((id) => (
          <SessionItem key={id} id={id} isWaiting={false} />
        ))}
        {waiting.map((id) => (
          <SessionItem key={id} id={id} isWaiting />
        ))}
      </ul>
    </section>
  )
}

function SessionItem({ id, isWaiting }: { readonly id: string; readonly isWaiting: boolean }): ReactNode {
  const { sessions, titleOfSession, hrefOfSession, openSession } = useTaskPorts()
  const session = useEntity(sessions, id)
  if (session === null) return null
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openSession(id)
  }
  return (
    <li>
      <Dot state={session.state} />
      <a className="cut" href={hrefOfSession(id)} onClick={open}>
        {titleOfSession(session)}
      </a>
      <span className="push meta">
        {isWaiting ? 'starts after this' : <RelativeTime since={session.last_activity} />}
      </span>
    </li>
  )
}
