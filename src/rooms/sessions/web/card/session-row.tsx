// A session as a row of a list: with reason and actions where it needs a person, slim otherwise.
import { memo, type ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { formatAgo } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { SessionCard } from '../../contract.ts'
import { ActionButton } from '../action-button.tsx'
import { AttachCommands } from '../attach.tsx'
import { quickActionsOf } from '../quick-actions.ts'
import { useSession } from '../session-store.ts'
import { titleOf } from '../session-title.ts'
import { useWhy } from '../use-why.ts'
import { SessionLink } from './session-link.tsx'

type Props = { readonly id: string; readonly isSlim?: boolean }

export const SessionRow = memo(function SessionRow({ id, isSlim = false }: Props): ReactNode {
  const session = useSession(id)
  if (session === null) return null
  return isSlim ? <SlimRow session={session} /> : <FullRow session={session} />
})

type RowProps = { readonly session: SessionCard }

function SlimRow({ session }: RowProps): ReactNode {
  const detail = useWhy(session)
  return (
    <li>
      <Dot state={session.state} />
      <SessionLink id={session.id} className="cut">
        {titleOf(session)}
      </SessionLink>
      <span className="end">
        <span className="meta cut wide">{detail}</span>
        <RelativeTime since={session.state_since} format={formatDuration} className="meta" />
      </span>
    </li>
  )
}

function hasEnded({ state }: SessionCard): boolean {
  return state === 'completed' || state === 'failed'
}

/** The first action is the likely one: it stays where there is little room. */
function FullRow({ session }: RowProps): ReactNode {
  const detail = useWhy(session)
  const actions = quickActionsOf(session)
  return (
    <li>
      <Dot state={session.state} isMute />
      <SessionLink id={session.id} className="cut">
        {titleOf(session)}
      </SessionLink>
      <span className="meta cut">
        {wordsForState(session.state)}{' '}
        <RelativeTime since={session.state_since} format={hasEnded(session) ? formatAgo : formatDuration} />
        {detail === null ? null : `, ${detail}`}
      </span>
      <span className="end">
        {actions.map((action) => (
          <ActionButton key={action} action={action} session={session} />
        ))}
        {actions.includes('attach') ? <AttachCommands session={session} /> : null}
      </span>
    </li>
  )
}
