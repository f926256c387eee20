// Everything about one session, in a panel beside the board.
import { Fragment, useCallback, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { AsOf, useAsOf } from '#platform/web/live/as-of-view.tsx'
import { useValue } from '#platform/web/store/value-store.ts'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Drawer } from '#platform/web/ui/drawer.tsx'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { formatDuration } from '#base/duration.ts'
import { readSession } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { ReplyField } from '../answer/reply-field.tsx'
import { wantedField } from '../answer/wanted-field.ts'
import { ToldView } from '../answer/told-view.tsx'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { besideState } from '../../core/list/why.ts'
import { FailureSection } from './failure-section.tsx'
import { PlaceTag } from '../card/place-tag.tsx'
import { StopSent } from '../card/stop-sent.tsx'
import { StopStages } from '../card/stop-stages.tsx'
import { AgentIcon } from '../agent-icon.tsx'
import { EventsView, useEvents } from '../events/events-view.tsx'
import '../events/events.css'
import { OutputView } from '../output/output-view.tsx'
import { sessionsLoaded, useSession } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'
import { closeSession } from '../session-url.ts'
import { useSessionPorts } from '../ports.ts'
import { PastDrawer } from '../past/past-drawer.tsx'
import { useWhy } from '../overlays/use-why.ts'
import { DrawerActions } from './drawer-actions.tsx'
import { LostNotice } from './lost-notice.tsx'
import { LeftTree } from './left-tree.tsx'
import { ScreenAndResources } from './screen-and-resources.tsx'
import { SessionCommands } from './session-commands.tsx'
import { SessionFacts } from './session-facts.tsx'
import { PromptSection } from './prompt-section.tsx'
import { SessionPages } from './session-pages.tsx'
import './session-drawer.css'

export function SessionDrawer({ id }: { readonly id: string }): ReactNode {
  const session = useSession(id)
  const isLoaded = useValue(sessionsLoaded)
  if (session !== null) return <OpenDrawer session={session} />
  if (isLoaded) return <PastDrawer id={id} />
  return (
    <Drawer name="Session" head={<span className="id push-end">{id}</span>} onClose={closeSession}>
      <Skeleton lines={5} />
    </Drawer>
  )
}

function OpenDrawer({ session }: { readonly session: SessionCard }): ReactNode {
  const why = useWhy(session)
  const detail = session.state === 'failed' ? besideState(session, why) : why
  const lasts = session.state === 'running' || session.state === 'awaiting_review'
  return (
    <Drawer
      name={`Session ${titleOf(session)}`}
      onClose={closeSession}
      focusFirst={wantedField}
      head={<DrawerHead session={session} />}
      foot={
        <>
          <ReplyFoot key={session.id} session={session} />
          <DrawerActions session={session} />
        </>
      }
    >
      <Fragment key={session.id}>
        <h2 className="detail-title">{titleOf(session)}</h2>
        <div className="detail-meta session-meta">
          <Dot state={shownStateOf(session)} isMute />
          <StateWord state={shownStateOf(session)} />
          {lasts ? <Lasting since={session.state_since} /> : null}
          <Detail session={session} text={detail} />
          <PlaceTag session={session} />
        </div>
        <LostNotice session={session} />
        <StopStages session={session} buttons="elsewhere" />
        <LeftTree session={session} />
        <FailureSection session={session} />
        <SessionPages session={session} />
        <Said session={session} known={why} />
        <OutputView session={session} />
        <PromptInFull session={session} />
        <ScreenAndResources session={session} />
        <ToldView session={session} />
        <SessionFacts session={session} />
        <History session={session} />
        <SessionCommands session={session} />
      </Fragment>
    </Drawer>
  )
}

type DetailProps = { readonly session: SessionCard; readonly text: string | null }

/** Beside its state. */
function Detail({ session: { stopping }, text }: DetailProps): ReactNode {
  if (stopping === null && text === null) return null
  return <span className="meta">{stopping === null ? text : <StopSent stopping={stopping} />}</span>
}

function Lasting({ since }: { readonly since: string }): ReactNode {
  const then = useAsOf()
  if (then !== null) return <AsOf />
  return <RelativeTime since={since} format={formatDuration} className="meta" />
}

/** Above the actions, so that it stays in reach however far the panel is scrolled. */
function ReplyFoot({ session }: { readonly session: SessionCard }): ReactNode {
  const { Asks } = useSessionPorts()
  const reply = <ReplyField session={session} place="panel" />
  return (
    <div className="reply-foot">
      {session.state === 'awaiting_review' ? (
        <Asks session={session.id} place="panel">
          {reply}
        </Asks>
      ) : (
        reply
      )}
    </div>
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
  return <PromptSection agentType={session.agent_type} prompt={whole} isCut={isCut && query.kind !== 'ready'} />
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
