// A session on the board: who it is, what it does, how long it has waited, why, and what can be done.
import { memo, useState, type MouseEvent, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { useSelection } from '#platform/web/store/value-store.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { SessionCard as Card } from '../../contract.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { AgentIcon } from '../agent-icon.tsx'
import { AttachCommands } from '../attach/attach.tsx'
import { quickActionsOf } from '../actions/quick-actions.ts'
import { DidLine, LastLineView, LastSign } from '../output/last-line-view.tsx'
import { useWhy } from '../overlays/use-why.ts'
import { useSession } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'
import { openSession, shownSession } from '../session-url.ts'
import { ReplyLine } from '../answer/reply-line.tsx'
import { useLostPlace } from '../places.ts'
import { FailureView } from './failure-view.tsx'
import { LastWords } from './last-words.tsx'
import { PlaceTag } from './place-tag.tsx'
import { Prompt } from './prompt.tsx'
import { SessionLink } from './session-link.tsx'
import { StateRow } from './state-row.tsx'
import '#platform/web/ui/card-face.css'
import './session-card.css'

const StopStages = lazyPart(() => import('./stop-stages.tsx').then(({ StopStages }) => StopStages), null)

/** Renders again when its session changes, and for nothing else. */
export const SessionCard = memo(function SessionCard({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  return session === null ? null : <Face session={session} />
})

function Face({ session }: { readonly session: Card }): ReactNode {
  const { id } = session
  const isOpen = useSelection(shownSession, (shown) => shown === id)
  const [isNear, setIsNear] = useState(false)
  const isLost = useLostPlace(session) !== null
  const approach = () => setIsNear(true)
  return (
    <article
      className="card card-face session"
      data-s={session.state}
      data-card={id}
      data-lost={isLost ? '' : undefined}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => openUnlessBusy(event, id)}
      onPointerEnter={approach}
      onFocus={approach}
    >
      <h3 className="title">
        <Dot state={shownStateOf(session)} isMute />
        <SessionLink id={id} className="two-lines">
          {titleOf(session)}
        </SessionLink>
      </h3>
      <StateRow session={session} />
      {session.stopping === null ? null : <StopStages session={session} />}
      <FailureView session={session} />
      <DidLine session={session} />
      <CardLine session={session} />
      <LastWords session={session} />
      <Prompt session={session} />
      <ReplyLine session={session} />
      <Foot session={session} isNear={isNear} />
    </article>
  )
}

/** Of what stands still its reason is told, and of what waits its turn nothing was printed. */
function CardLine({ session }: { readonly session: Card }): ReactNode {
  return <LastLineView session={session} known={useWhy(session)} />
}

type FootProps = {
  readonly session: Card
  /** The pointer or the focus has come: until then actions that would not be seen are not drawn. */
  readonly isNear: boolean
}

function Foot({ session, isNear }: FootProps): ReactNode {
  const isNarrow = useNarrow()
  const areShown = isNear || isNarrow || session.state === 'awaiting_review'
  return (
    <div className="foot">
      <span className="agent" title={session.agent_type}>
        <AgentIcon type={session.agent_type} />
        {session.agent_type}
      </span>
      <span className="mono cut" title={session.tmux_session}>
        {session.tmux_session}
      </span>
      <PlaceTag session={session} />
      <LastSign session={session} className="push" />
      {areShown ? <Actions session={session} /> : null}
    </div>
  )
}

function Actions({ session }: { readonly session: Card }): ReactNode {
  const actions = quickActionsOf(session)
  if (actions.length === 0) return null
  return (
    <span className="acts">
      {actions.map((action) =>
        action === 'attach' ? (
          <span key={action} className="ways-in">
            <ActionButton action={action} session={session} />
            <AttachCommands session={session} />
          </span>
        ) : (
          <ActionButton key={action} action={action} session={session} />
        ),
      )}
    </span>
  )
}

/** The whole card opens the panel; its controls and a text that is being selected keep the click to themselves. */
function openUnlessBusy(event: MouseEvent, id: string): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest('button, a, summary, form, .reply-on-card') !== null) return
  if (getSelection()?.isCollapsed === false) return
  openSession(id)
}
