// Everything about one session, in a panel beside the board.
import { Fragment, useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Drawer } from '#platform/web/ui/drawer.tsx'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { formatDuration } from '#base/duration.ts'
import { readSession } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { AgentIcon } from '../agent-icon.tsx'
import { EventsView, useEvents } from '../events-view.tsx'
import '../events.css'
import { sessionsLoaded, useSession } from '../session-store.ts'
import { titleOf } from '../session-title.ts'
import { closeSession } from '../session-url.ts'
import { useWhy } from '../use-why.ts'
import { DrawerActions } from './drawer-actions.tsx'
import { OutputView } from './output-view.tsx'
import { ScreenAndResources } from './screen-and-resources.tsx'
import { SessionCommands } from './session-commands.tsx'
import { SessionFacts } from './session-facts.tsx'
import './session-drawer.css'

export function SessionDrawer({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  const isLoaded = useValue(sessionsLoaded)
  if (session !== null) return <OpenDrawer session={session} />
  return (
    <Drawer name="Session" head={<span className="id push-end">{id}</span>} onClose={closeSession}>
      {isLoaded ? (
        <Empty title="This session is gone">It was dismissed, or it never stood on this board.</Empty>
      ) : (
        <Skeleton lines={5} />
      )}
    </Drawer>
  )
}

function OpenDrawer({ session }: { readonly session: SessionCard }): ReactNode {
  const detail = useWhy(session)
  const lasts = session.state === 'running' || session.state === 'awaiting_review'
  return (
    <Drawer
      name={`Session ${titleOf(session)}`}
      onClose={closeSession}
      head={<DrawerHead session={session} />}
      foot={<DrawerActions session={session} />}
    >
      <Fragment key={session.id}>
        <h2 className="detail-title">{titleOf(session)}</h2>
        <div className="detail-meta">
          <Dot state={session.state} isMute />
          <StateWord state={session.state} />
          {lasts ? <RelativeTime since={session.state_since} format={formatDuration} className="meta" /> : null}
          {detail === null ? null : <span className="meta">{detail}</span>}
        </div>
        <Said session={session} known={detail} />
        <PromptInFull session={session} />
        <OutputView session={session} />
        <ScreenAndResources session={session} />
        <SessionFacts session={session} />
        <History session={session} />
        <SessionCommands session={session} />
      </Fragment>
    </Drawer>
  )
}

function DrawerHead({ session }: { readonly session: SessionCard }): ReactNode {
  return (
    <>
      <span className="badge">
        <AgentIcon type={session.agent_type} />
        <span className="cut">{session.agent_type}</span>
      </span>
      <span className="id cut" title={session.id}>
        {session.id}
      </span>
      <CopyButton text={session.id} name="session id" />
      <span className="push" />
    </>
  )
}

/** What the agent said last, unless the line above says it already. */
function Said({ session, known }: { readonly session: SessionCard; readonly known: string | null }): ReactNode {
  const { last_message: message } = session
  if (message === null || message === known) return null
  return (
    <section>
      <h3>Last message</h3>
      <p className="read">{message}</p>
    </section>
  )
}

function PromptInFull({ session }: { readonly session: SessionCard }): ReactNode {
  const { id, prompt_cut: isCut } = session
  const load = useCallback(() => call(readSession, { params: { id } }), [id])
  const [query] = useQuery(load)
  const whole = query.kind === 'ready' ? query.value.session.prompt : session.prompt
  if (whole.trim() === '') return null
  const isCommand = session.agent_type === 'shell'
  return (
    <section>
      <h3>
        {isCommand ? 'Command' : 'Prompt'}
        <span className="push" />
        <CopyButton text={whole} name={isCommand ? 'command' : 'prompt'} />
      </h3>
      <p className={isCommand ? 'prompt-full mono' : 'prompt-full read'}>
        {whole}
        {isCut && query.kind !== 'ready' ? '…' : null}
      </p>
    </section>
  )
}

/** Enough for a long day of one agent; older ones are a request away. */
const shownEvents = 200

function History({ session }: { readonly session: SessionCard }): ReactNode {
  const [query, reload] = useEvents(session.id, shownEvents, session.last_activity)
  return (
    <section>
      <h3>
        Events <span className="meta">newest first</span>
      </h3>
      <EventsView query={query} onRetry={reload} />
    </section>
  )
}
