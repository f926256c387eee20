// The live sessions on the machine of a node, who needs somebody first.
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { nodePorts } from '../ports.ts'

/** In the order in which they cost attention. */
const ranks: Readonly<Record<SessionCard['state'], number>> = {
  awaiting_review: 0,
  running: 1,
  idle: 2,
  failed: 3,
  completed: 4,
}

export function NodeSessions({ name }: { readonly name: string }): ReactNode {
  const ids = useIdsOn(name)
  return (
    <section>
      <h3>
        Active sessions <span className="meta">{ids.length}</span>
      </h3>
      {ids.length === 0 ? <p className="meta">none</p> : null}
      <ul className="machine-sessions">
        {ids.map((id) => (
          <SessionRow key={id} id={id} />
        ))}
      </ul>
    </section>
  )
}

/** A change of another session draws nothing. */
function useIdsOn(name: string): readonly string[] {
  const { sessions, nodeNameOf } = nodePorts()
  const read = useMemo(
    () => () =>
      sessions
        .all()
        .filter((session) => session.ended_at === null && nodeNameOf(session) === name)
        .toSorted((one, other) => ranks[one.state] - ranks[other.state])
        .map(({ id }) => id)
        .join(' '),
    [sessions, nodeNameOf, name],
  )
  return useSyncExternalStore(sessions.onChanges, read).split(' ').filter(Boolean)
}

function SessionRow({ id }: { readonly id: string }): ReactNode {
  const { sessions, titleOf, openSession } = nodePorts()
  const session = useEntity(sessions, id)
  if (session === null) return null
  return (
    <li>
      <button type="button" onClick={() => openSession(id)}>
        <Dot state={session.state} />
        <span className="cut">{titleOf(session)}</span>
        <RelativeTime since={session.state_since} format={formatDuration} className="meta" />
      </button>
    </li>
  )
}
