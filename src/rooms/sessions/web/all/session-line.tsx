// A session as a line of the list of all of them: how it stands, what it printed last, where and by what it runs.
import { memo, type ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { useAsOf } from '#platform/web/live/as-of-view.tsx'
import { formatAgo } from '#platform/web/time/format.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import type { SessionCard } from '../../contract.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { harnessOf } from '../../core/list/narrow.ts'
import { titleOf } from '../../core/list/title.ts'
import { AgentIcon } from '../agent-icon.tsx'
import { PlaceTag } from '../card/place-tag.tsx'
import { SessionLink } from '../card/session-link.tsx'
import { useDid, useLastLine } from '../output/last-lines.ts'
import { useWhy } from '../overlays/use-why.ts'
import { useLostPlace } from '../places.ts'
import { useSession } from '../session-store.ts'

/** Renders again when its session changes, and for nothing else. */
export const SessionLine = memo(function SessionLine({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  return session === null ? null : <Line session={session} />
})

type LineProps = { readonly session: SessionCard }

function Line({ session }: LineProps): ReactNode {
  const isLost = useLostPlace(session) !== null
  return (
    <div className="session-line" data-s={session.state} data-lost={isLost ? '' : undefined}>
      <Dot state={shownStateOf(session)} isMute />
      <SessionLink id={session.id} className="cut name">
        {titleOf(session)}
      </SessionLink>
      <Standing session={session} />
      <span className="where">
        <PlaceTag session={session} />
      </span>
      <span className="agent cut">
        <AgentIcon type={session.agent_type} />
        <span className="cut">{harnessOf(session)}</span>
      </span>
      <Now session={session} />
    </div>
  )
}

function Standing({ session }: LineProps): ReactNode {
  return (
    <span className="standing">
      <StateWord state={shownStateOf(session)} />
      <Since session={session} />
    </span>
  )
}

/** While nobody knows what goes on, how long it lasted is as old as the rest. */
function Since({ session }: LineProps): ReactNode {
  const { state_since: since, ended_at: endedAt } = session
  const lost = useLostPlace(session)
  const then = useAsOf() ?? (lost?.since == null ? null : `as of ${formatMoment(lost.since)}`)
  if (then !== null && endedAt === null) return <span className="meta">{then}</span>
  return <RelativeTime since={since} format={endedAt === null ? formatDuration : formatAgo} className="meta" />
}

/** What it asks or why it ended, and beside that what it printed last; a running one says the latter alone. */
function Now({ session }: LineProps): ReactNode {
  const why = useWhy(session)
  const line = useLastLine(session)?.text ?? null
  const said = session.state === 'running' && line !== null ? null : why
  const printed = line === said ? null : line
  const did = useDid(session)
  return (
    <span className="said" title={[said, printed, did].filter((part) => part !== null).join('\n')}>
      <span className="cut">
        {said === null ? null : <bdi>{said}</bdi>}
        {printed === null ? null : (
          <bdi className="mono">
            {said === null ? '' : ' '}› {printed}
          </bdi>
        )}
      </span>
      {did === null ? null : <span className="did">{did}</span>}
    </span>
  )
}
