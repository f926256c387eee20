// A session on the board: who it is, what it does, how long it has waited, why, and what can be done.
import { memo, useState, type MouseEvent, type ReactNode } from 'react'
import { useSelection } from '#platform/web/store/value-store.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { SessionCard as Card } from '../../contract.ts'
import { ActionButton } from '../action-button.tsx'
import { AgentIcon } from '../agent-icon.tsx'
import { AttachCommands } from '../attach.tsx'
import { quickActionsOf } from '../quick-actions.ts'
import { useSession } from '../session-store.ts'
import { titleOf } from '../session-title.ts'
import { openSession, shownSession } from '../session-url.ts'
import { Prompt } from './prompt.tsx'
import { SessionLink } from './session-link.tsx'
import { StateRow } from './state-row.tsx'
import '#platform/web/ui/card-face.css'
import './session-card.css'

/** Renders again when its session changes, and for nothing else. */
export const SessionCard = memo(function SessionCard({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  const isOpen = useSelection(shownSession, (shown) => shown === id)
  const [isNear, setIsNear] = useState(false)
  if (session === null) return null
  const approach = () => setIsNear(true)
  return (
    <article
      className="card card-face session"
      data-s={session.state}
      data-card={id}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => openUnlessBusy(event, id)}
      onPointerEnter={approach}
      onFocus={approach}
    >
      <h3 className="title">
        <Dot state={session.state} isMute />
        <SessionLink id={id} className="two-lines">
          {titleOf(session)}
        </SessionLink>
      </h3>
      <StateRow session={session} />
      <Prompt session={session} />
      <Foot session={session} isNear={isNear} />
    </article>
  )
})

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
      <RelativeTime since={session.last_activity} className="push" />
      {areShown ? <Actions session={session} /> : null}
    </div>
  )
}

function Actions({ session }: { readonly session: Card }): ReactNode {
  const actions = quickActionsOf(session)
  if (actions.length === 0) return null
  return (
    <span className="acts">
      {actions.map((action) => (
        <ActionButton key={action} action={action} session={session} />
      ))}
      {actions.includes('attach') ? <AttachCommands session={session} /> : null}
    </span>
  )
}

/** The whole card opens the panel; its controls and a text that is being selected keep the click to themselves. */
function openUnlessBusy(event: MouseEvent, id: string): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest('button, a, summary') !== null) return
  if (getSelection()?.isCollapsed === false) return
  openSession(id)
}
