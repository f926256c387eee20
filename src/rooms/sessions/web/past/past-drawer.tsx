// A session that left the board, in its panel: what it was told, wrote and went through, and how it is run again.
import { RotateCcw, Trash2 } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { askForLogin } from '#platform/web/auth/ask-for-login.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Dot, StateWord } from '#platform/web/ui/dot.tsx'
import { Drawer } from '#platform/web/ui/drawer.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { report } from '#platform/web/ui/report.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import { toast } from '#platform/web/ui/toasts.ts'
import { listPastEvents, readPast, removeSession } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import type { PastSession } from '../../contract/past.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { titleOf } from '../../core/list/title.ts'
import { ReplayLink } from '../attach/replay-link.tsx'
import { ToldView } from '../answer/told-view.tsx'
import { FailureSection } from '../detail/failure-section.tsx'
import { SessionFacts } from '../detail/session-facts.tsx'
import { EventsView } from '../events/events-view.tsx'
import '../events/events.css'
import { openLaunch } from '../launch/launch-state.ts'
import { OutputView } from '../output/output-view.tsx'
import { closeSession } from '../session-url.ts'
import { pastChanged } from './past-changed.ts'
import { PromptSection } from '../detail/prompt-section.tsx'
import { SessionPages } from '../detail/session-pages.tsx'
import '../detail/session-drawer.css'

export function PastDrawer({ id }: { readonly id: string }): ReactNode {
  const isSignedIn = useSignedIn()
  const load = useCallback(() => call(readPast, { params: { id } }), [id])
  const [query, reload] = useQuery(load, String(isSignedIn))
  if (query.kind === 'ready') return <Known past={query.value.past} />
  return (
    <Drawer name="Session" head={<span className="id push-end">{id}</span>} onClose={closeSession}>
      {query.kind === 'loading' ? <Skeleton lines={5} /> : <NotKnown problem={query.problem} onRetry={reload} />}
    </Drawer>
  )
}

function NotKnown({ problem, onRetry }: { readonly problem: Problem; readonly onRetry: () => void }): ReactNode {
  if (needsLogin(problem)) {
    return (
      <Empty title="This session left the board">
        <span>What is kept of it takes a login.</span>
        <Button label="Sign in" onClick={() => askForLogin('History not shown')} />
      </Empty>
    )
  }
  if (problem.status !== 404) return <ProblemView problem={problem} onRetry={onRetry} />
  return <Empty title="This session is gone">It was removed for good, or it never stood on this board.</Empty>
}

function Known({ past }: { readonly past: PastSession }): ReactNode {
  // Nothing of it lives here any more, whatever was so when it left.
  const session: SessionCard = { ...past.session, tmux_alive: false, prompt_cut: false }
  return (
    <Drawer
      name={`Session ${titleOf(session)}`}
      onClose={closeSession}
      head={
        <>
          <span className="badge">left the board</span>
          <span className="id cut" title={session.id}>
            {session.id}
          </span>
          <CopyButton text={session.id} name="session id" />
          <span className="push" />
        </>
      }
      foot={<Actions key={session.id} session={session} />}
    >
      <h2 className="detail-title">{titleOf(session)}</h2>
      <div className="detail-meta session-meta">
        <Dot state={shownStateOf(session)} isMute />
        <StateWord state={shownStateOf(session)} />
        <span className="meta">
          {past.left_as} <RelativeTime since={past.left_at} />, kept until {day.format(new Date(past.kept_until))}
        </span>
      </div>
      <FailureSection session={session} />
      <SessionPages session={session} />
      <OutputView session={session} />
      <PromptSection agentType={session.agent_type} prompt={session.prompt} isCut={false} />
      <ToldView session={session} />
      <SessionFacts session={session} />
      <Events id={session.id} />
    </Drawer>
  )
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** As many as the panel of a session on the board shows. */
const shownEvents = 200

function Events({ id }: { readonly id: string }): ReactNode {
  const load = useCallback(() => call(listPastEvents, { params: { id }, query: { limit: shownEvents } }), [id])
  const [query, reload] = useQuery(load)
  return (
    <section>
      <h3>
        Events <span className="meta">newest first</span>
      </h3>
      <EventsView query={query} onRetry={reload} />
    </section>
  )
}

function Actions({ session }: { readonly session: SessionCard }): ReactNode {
  const [isAsked, setIsAsked] = useState(false)
  if (isAsked) return <PurgeQuestion session={session} onKeep={() => setIsAsked(false)} />
  return (
    <>
      <Button look="primary" icon={RotateCcw} label="Launch again" onClick={() => launchAgain(session)} />
      <ReplayLink id={session.id} />
      <span className="push" />
      <Button look="quiet" icon={Trash2} label="Remove for good" onClick={() => setIsAsked(true)} />
    </>
  )
}

type QuestionProps = { readonly session: SessionCard; readonly onKeep: () => void }

function PurgeQuestion({ session, onKeep }: QuestionProps): ReactNode {
  return (
    <div role="group" aria-label="Remove for good?" className="purge-question">
      <p>Its record, prompt, output and events go at once. This can’t be undone.</p>
      <div className="row">
        <Button look="danger" isFilled icon={Trash2} label="Remove for good" onClick={() => void purge(session)} />
        <Button look="quiet" label="Keep it" autoFocus onClick={onKeep} />
      </div>
    </div>
  )
}

function launchAgain(session: SessionCard): void {
  const { prompt, label, agent_type: agentType, task_id: taskId, working_dir: workingDir } = session
  openLaunch({
    prompt,
    label,
    agentType,
    ...(taskId === null ? {} : { taskId }),
    ...(workingDir === null ? {} : { workingDir }),
  })
}

async function purge(session: SessionCard): Promise<void> {
  const answer = await call(removeSession, { params: { id: session.id }, query: { purge: true } })
  if (!answer.ok) return report('Not removed', answer.error)
  closeSession()
  pastChanged.set(pastChanged.get() + 1)
  toast({ tone: 'completed', title: `Removed “${titleOf(session)}” for good.` })
}
