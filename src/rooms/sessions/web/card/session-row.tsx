// A session as a row of a list: with reason and actions where it needs a person, slim otherwise.
import { memo, type ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { formatAgo } from '#platform/web/time/format.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import type { SessionCard } from '../../contract.ts'
import { answerInPanel } from '../answer/reply-state.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { ReplyButton } from '../actions/by-id.tsx'
import { AttachCommands } from '../attach/attach.tsx'
import { quickActionsOf } from '../actions/quick-actions.ts'
import { useLastLine } from '../output/last-lines.ts'
import { useSession } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'
import { useWhy } from '../overlays/use-why.ts'
import { PlaceTag } from './place-tag.tsx'
import { SessionLink } from './session-link.tsx'

type Props = { readonly id: string; readonly isSlim?: boolean }

export const SessionRow = memo(function SessionRow({ id, isSlim = false }: Props): ReactNode {
  const session = useSession(id)
  if (session === null) return null
  return isSlim ? <SlimRow session={session} /> : <FullRow session={session} />
})

type RowProps = { readonly session: SessionCard }

function SlimRow({ session }: RowProps): ReactNode {
  const why = useWhy(session)
  const line = useLastLine(session)
  const detail = session.state === 'running' ? (line?.text ?? why) : why
  return (
    <li>
      <Dot state={shownStateOf(session)} />
      <SessionLink id={session.id} className="cut">
        {titleOf(session)}
      </SessionLink>
      <PlaceTag session={session} />
      <span className="end">
        <span className="meta cut wide" title={detail ?? undefined}>
          <bdi>{detail}</bdi>
        </span>
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
      <Dot state={shownStateOf(session)} isMute />
      <SessionLink id={session.id} className="cut">
        {titleOf(session)}
      </SessionLink>
      <span className="meta cut">
        {wordsForState(shownStateOf(session))}{' '}
        <RelativeTime since={session.state_since} format={hasEnded(session) ? formatAgo : formatDuration} />
        {detail === null ? null : `, ${detail}`}
      </span>
      <PlaceTag session={session} />
      <span className="end">
        <ReplyButton id={session.id} onReply={() => answerInPanel(session.id)} />
        {actions.map((action) => (
          <ActionButton key={action} action={action} session={session} />
        ))}
        {actions.includes('attach') ? <AttachCommands session={session} /> : null}
      </span>
    </li>
  )
}
