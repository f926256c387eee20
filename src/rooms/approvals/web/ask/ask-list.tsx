// What one session asks, on its card and wherever it is opened: usually one thing, at times several.
import type { ReactNode } from 'react'
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import { askForLogin } from '#platform/web/auth/ask-for-login.ts'
import { needsLogin } from '#platform/web/api/problem.ts'
import { useEntity } from '#platform/web/store/use-entity.ts'
import { useElapsed } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ProblemView } from '#platform/web/ui/problem-view.tsx'
import { Link } from 'wouter'
import type { ApprovalCard } from '../../contract.ts'
import { viewInput } from '../../core/input-view.ts'
import { visible } from '../../core/visible.ts'
import { asBeginning, stateWords, wishWords } from '../../core/words.ts'
import { approvals } from '../approval-store.ts'
import { hrefOfApproval } from '../approval-url.ts'
import type { AskPlace } from '../asks.tsx'
import { AskActs } from './ask-acts.tsx'
import { InputPart } from './input-view.tsx'
import { useApproval } from './use-ask.ts'
import './ask.css'

type Props = { readonly ids: readonly string[]; readonly place: AskPlace }

export function AskList({ ids, place }: Props): ReactNode {
  return (
    <div className="asks" data-place={place}>
      {ids.map((id) => (
        <Ask key={id} id={id} />
      ))}
    </div>
  )
}

function Ask({ id }: { readonly id: string }): ReactNode {
  const card = useEntity(approvals, id)
  if (card === null) return null
  return card.state === 'open' ? <OpenAsk card={card} /> : <OverAsk card={card} />
}

function OpenAsk({ card }: { readonly card: ApprovalCard }): ReactNode {
  const { id, tool_name: tool, summary } = card
  const [query, reload] = useApproval(id)
  const whole = query.kind === 'ready' && query.value.approval.input_hash === card.input_hash ? query.value : null
  const view = whole === null ? null : viewInput(whole.approval.input)
  return (
    <section data-ask={id} aria-label={`Asks: ${visible(summary)}`}>
      <p className="ask-head">
        <span>{view === null ? `wants to use ${visible(tool)}` : wishWords(view.kind, visible(tool))}</span>
        <Left until={card.expires_at} />
        <Link className="lk push" href={hrefOfApproval(id)} aria-label={`Page of ${visible(summary)}`}>
          Page
        </Link>
      </p>
      {view === null ? <p className="mono asked-summary">{visible(summary)}</p> : <InputPart view={view} />}
      {card.denied_if_unanswered ? <p className="meta">Denied if unanswered.</p> : null}
      {whole !== null ? (
        <AskActs approval={whole.approval} />
      ) : query.kind !== 'refused' ? null : needsLogin(query.problem) ? (
        <div className="ask-acts">
          <Button isSmall label="Sign in to answer" onClick={() => askForLogin('Not answered')} />
        </div>
      ) : (
        <ProblemView problem={query.problem} onRetry={reload} />
      )}
    </section>
  )
}

/** As of each tick: the wait of the agent here, not that of its own dialog. */
export function Left({ until }: { readonly until: string }): ReactNode {
  const text = useElapsed(until, (pastMs) => (pastMs >= 0 ? 'its time is over' : `${formatDuration(-pastMs)} left`))
  return (
    <time className="meta" dateTime={until} title={`until ${new Date(fromIso(until)).toLocaleTimeString()}`}>
      {text}
    </time>
  )
}

function OverAsk({ card }: { readonly card: ApprovalCard }): ReactNode {
  const { id, summary, state } = card
  const why = state === 'expired' ? `not answered here: ${card.reason ?? 'nobody answered in time'}` : stateWords(card)
  return (
    <p className="ask-over" data-ask={id} role="status">
      <b>{`${asBeginning(visible(why))}.`}</b> {state === 'expired' ? 'Nothing ran. It stands in its terminal: ' : null}
      <Link className="lk" href={hrefOfApproval(id)}>
        {visible(summary)}
      </Link>
    </p>
  )
}
