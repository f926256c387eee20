// A session on the board: who it is, what it does, how long it has waited, why, and what can be done.
import { memo, type MouseEvent, type ReactNode } from 'react'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import type { SessionCard as Card } from '../../contract.ts'
import { ActionButton } from '../action-button.tsx'
import { AgentIcon } from '../agent-icon.tsx'
import { quickActionsOf } from '../quick-actions.ts'
import { useSession } from '../session-store.ts'
import { titleOf } from '../session-title.ts'
import { openSession, useOpenSession } from '../session-url.ts'
import { Prompt } from './prompt.tsx'
import { SessionLink } from './session-link.tsx'
import { StateRow } from './state-row.tsx'
import './session-card.css'

/** Renders again when its session changes, and for nothing else. */
export const SessionCard = memo(function SessionCard({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  const isOpen = useOpenSession() === id
  if (session === null) return null
  return (
    <article
      className="card session"
      data-s={session.state}
      data-card={id}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => openUnlessBusy(event, id)}
    >
      <h3 className="title">
        <Dot state={session.state} isMute />
        <SessionLink id={id} className="two-lines">
          {titleOf(session)}
        </SessionLink>
      </h3>
      <StateRow session={session} />
      <Prompt session={session} />
      <Foot session={session} />
    </article>
  )
})

function Foot({ session }: { readonly session: Card }): ReactNode {
  const actions = quickActionsOf(session)
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
      {actions.length === 0 ? null : (
        <span className="acts">
          {actions.map((action) => (
            <ActionButton key={action} action={action} session={session} />
          ))}
        </span>
      )}
    </div>
  )
}

/** The whole card opens the panel; its controls and a text that is being selected keep the click to themselves. */
function openUnlessBusy(event: MouseEvent, id: string): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest('button, a, summary') !== null) return
  if (getSelection()?.isCollapsed === false) return
  openSession(id)
}
