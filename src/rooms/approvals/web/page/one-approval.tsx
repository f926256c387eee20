// One approval, whole: what is asked, who asks, what silence does, the answer; or what became of it.
import { Terminal } from 'lucide-react'
import { useEffect, useMemo, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useCommands, type Command } from '#platform/web/commands/registry.ts'
import { useParameter } from '#platform/web/shell/parameters.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { formatMoment } from '#platform/web/time/moment.ts'
import { RelativeTime } from '#platform/web/time/relative-time.tsx'
import { CopyButton } from '#platform/web/ui/copy-button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { Empty } from '#platform/web/ui/empty.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { Approval } from '../../contract.ts'
import { dotOf } from '../../core/dot-of.ts'
import { viewInput } from '../../core/input-view.ts'
import { visible } from '../../core/visible.ts'
import { headWords, silenceWords, wishWords } from '../../core/words.ts'
import { approvals } from '../approval-store.ts'
import { approvalsPath } from '../approval-url.ts'
import { AskActs } from '../ask/ask-acts.tsx'
import { Left } from '../ask/ask-list.tsx'
import { InputPart } from '../ask/input-view.tsx'
import { useApproval } from '../ask/use-ask.ts'
import { useApprovalPorts } from '../ports.ts'
import '#platform/web/ui/facts.css'

export function OneApproval({ id }: { readonly id: string }): ReactNode {
  const [query, reload] = useApproval(id)
  if (query.kind === 'ready') return <Known approval={query.value.approval} />
  return (
    <div className="one-approval">
      <div className="asked scroll">
        <BackToAll />
        {query.kind === 'loading' ? (
          <Skeleton lines={6} />
        ) : query.problem.status === 404 ? (
          <Empty title="There is no such approval">It was removed with its session, or it never was.</Empty>
        ) : (
          <ProblemView problem={query.problem} onRetry={reload} />
        )}
      </div>
    </div>
  )
}

function Known({ approval }: { readonly approval: Approval }): ReactNode {
  const { id, state, input, tool_name: tool, session_label: label } = approval
  const view = useMemo(() => viewInput(input), [input])
  const act = useParameter('act')
  useCommands(pageKeys)
  useEffect(() => {
    if (act === 'approve') buttonOf('approve')?.focus()
  }, [act])
  return (
    <div className="one-approval">
      <div className="asked scroll">
        <BackToAll />
        <p className="asked-state">
          <Dot state={dotOf[state]} isMute />
          <span className="state" data-tone={state === 'open' ? 'wait' : undefined}>
            {state === 'open' ? 'Waits for you' : visible(headWords(approval))}
          </span>
          {state === 'open' ? <Left until={approval.expires_at} /> : null}
        </p>
        <h2>
          {visible(label)} {wishWords(view.kind, visible(tool), state)}
        </h2>
        <div className="asked-whole">
          <InputPart view={view} />
          {view.kind === 'command' ? <CopyButton text={view.command} name="the command" /> : null}
        </div>
        {state === 'open' ? <p className="silence soft">{silenceWords(approval)}</p> : <Outcome approval={approval} />}
        <Facts approval={approval} />
      </div>
      {state === 'open' ? (
        <footer className="answer">
          <AskActs key={`${id} ${act}`} approval={approval} isLarge isDenying={act === 'deny'} />
        </footer>
      ) : null}
    </div>
  )
}

function BackToAll(): ReactNode {
  return (
    <Link className="lk back-to-all" href={approvalsPath}>
      All approvals
    </Link>
  )
}

/** What came of it, in a sentence that says what can be done next. */
function Outcome({ approval }: { readonly approval: Approval }): ReactNode {
  const { id, state, decided_at: at, reason, session_id: session } = approval
  const { sessions } = useApprovalPorts()
  // The feed tells of one that is over for as long as its dialog stands.
  const isStanding = useEntity(approvals, id)?.state === 'expired'
  const isThere = useEntity(sessions, session)?.tmux_alive === true
  const when = at === null ? '' : `, ${formatMoment(at)}`
  return (
    <div className="outcome" role="status">
      <p>
        <b>{`${visible(headWords(approval))}${when}.`}</b>{' '}
        {state === 'denied' && reason !== null ? `It was told: “${visible(reason)}” ` : null}
        {outcomeWords[state]}
        {isStanding ? ' The question is still open in its terminal.' : null}
      </p>
      {state === 'expired' && isThere && reason !== 'its agent ended' ? (
        <a className="btn" href={`/terminal/${encodeURIComponent(session)}`} target="_blank" rel="noopener">
          <Terminal className="i" aria-hidden />
          Answer in the terminal
        </a>
      ) : null}
    </div>
  )
}

const outcomeWords: Readonly<Record<Approval['state'], string>> = {
  open: '',
  approved: 'The agent has it; whether it ran is told when it reports so.',
  applied: 'You would be the second to answer.',
  denied: 'The agent goes on without it. You would be the second to answer.',
  expired: 'Nothing ran because of Orrery.',
  answered_elsewhere: 'Somebody answered the agent’s own dialog, or it went on by itself.',
}

function Facts({ approval }: { readonly approval: Approval }): ReactNode {
  const { session_id: id, session_label: label, asked_at: asked, expires_at: until, tool_name: tool } = approval
  const { sessions, hrefOfSession, openSession, SessionPlace } = useApprovalPorts()
  const session = useEntity(sessions, id)
  return (
    <dl className="facts">
      <dt>Session</dt>
      <dd>
        <a
          className="lk"
          href={hrefOfSession(id)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            openSession(id)
          }}
        >
          {visible(label)}
        </a>
      </dd>
      {session === null ? null : (
        <>
          <dt>Asked by</dt>
          <dd>
            {session.agent_type} <span className="mono dim">{session.tmux_session}</span> <SessionPlace id={id} />
          </dd>
          {session.working_dir === null ? null : (
            <>
              <dt>In</dt>
              <dd className="mono">{visible(session.working_dir)}</dd>
            </>
          )}
        </>
      )}
      <dt>Tool</dt>
      <dd>{visible(tool)}</dd>
      <dt>Since</dt>
      <dd>
        {formatMoment(asked)}, <RelativeTime since={asked} />
      </dd>
      <dt>Until</dt>
      <dd>{formatMoment(until)}</dd>
      <dt>Command</dt>
      <dd className="mono">{`orrery approvals ${approval.id}`}</dd>
    </dl>
  )
}

/** By key what its buttons do, and only while they are there. */
const pageKeys: readonly Command[] = (['approve', 'deny'] as const).map((act) => ({
  id: `approval.${act}`,
  title: act === 'approve' ? 'Approve' : 'Deny',
  group: 'Session',
  keys: act === 'approve' ? 'a' : 'd',
  keysOnly: true,
  run: () => buttonOf(act)?.click(),
}))

function buttonOf(act: 'approve' | 'deny'): HTMLElement | null {
  return document.querySelector<HTMLElement>(`.one-approval [data-act="${act}"]`)
}
