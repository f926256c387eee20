// The sessions that work on a task, as their dots on its card.
import type { MouseEvent, ReactNode } from 'react'
import { useGroup } from '#platform/web/store/grouping.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { useTaskPorts } from '../ports.ts'

/** More would crowd the badges. */
const mostShown = 4

export function LinkedDots({ task }: { readonly task: string }): ReactNode {
  const { links } = useTaskPorts()
  const ids = useGroup(links, task)
  if (ids.length === 0) return null
  const more = ids.length - mostShown
  return (
    <span className="linked">
      {ids.slice(-mostShown).map((id) => (
        <SessionDot key={id} id={id} />
      ))}
      {more > 0 ? <span>+{more}</span> : null}
    </span>
  )
}

function SessionDot({ id }: { readonly id: string }): ReactNode {
  const { sessions, titleOfSession, hrefOfSession, openSession } = useTaskPorts()
  const session = useEntity(sessions, id)
  if (session === null) return null
  const name = `${titleOfSession(session)}: ${wordsForState(session.state)}`
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openSession(id)
  }
  return (
    <a href={hrefOfSession(id)} title={name} aria-label={`Session ${name}`} onClick={open}>
      <Dot state={session.state} isMute />
    </a>
  )
}
