// Approve, what is offered beside it, and Deny; while a yes waits its Undo, and why one was not taken.
import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { secondMs } from '#base/time.ts'
import { useElapsed } from '#platform/web/time/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dot } from '#platform/web/ui/dot.tsx'
import { report } from '#platform/web/ui/report.ts'
import type { Approval } from '../../contract.ts'
import { visible } from '../../core/visible.ts'
import { undoMs, type Pending } from '../decide/decider.ts'
import { decider } from '../decide/deciding.ts'
import { DenyForm } from './deny-form.tsx'
import { approve, usePending } from './use-ask.ts'

type Props = {
  readonly approval: Approval
  /** On its own page the buttons are large and have keys. */
  readonly isLarge?: boolean
  /** Whether the reason is asked for at once. */
  readonly isDenying?: boolean
}

export function AskActs({ approval, isLarge = false, isDenying: isDenyingFirst = false }: Props): ReactNode {
  const pending = usePending(approval.id)
  const [isDenying, setIsDenying] = useState(isDenyingFirst)
  if (pending?.kind === 'waiting') return <Waiting pending={pending} isLarge={isLarge} />
  if (pending?.kind === 'sending') return <Sending pending={pending} />
  return (
    <>
      {pending === null ? null : <Refused pending={pending} />}
      {isDenying ? (
        <DenyForm approval={approval} isLarge={isLarge} onBack={() => setIsDenying(false)} />
      ) : (
        <Answers approval={approval} isLarge={isLarge} onDeny={() => setIsDenying(true)} />
      )}
    </>
  )
}

type AnswersProps = { readonly approval: Approval; readonly isLarge: boolean; readonly onDeny: () => void }

function Answers({ approval, isLarge, onDeny }: AnswersProps): ReactNode {
  const { suggestions, summary } = approval
  const keyOf = (key: string) => (isLarge ? { keys: key } : {})
  return (
    <div className={isLarge ? 'ask-acts large' : 'ask-acts'} role="group" aria-label={`Answer ${visible(summary)}`}>
      <Button
        look="primary"
        isSmall={!isLarge}
        icon={Check}
        label="Approve"
        data-act="approve"
        {...keyOf('a')}
        onClick={() => approve(approval)}
      />
      {suggestions.map(({ index, label }) => (
        <Button
          key={index}
          className="offered"
          isSmall={!isLarge}
          label={`Approve ${visible(label)}`}
          title={`orrery approve ${approval.id} --suggestion ${index}`}
          onClick={() => approve(approval, index)}
        />
      ))}
      <Button look="danger" isSmall={!isLarge} label="Deny…" data-act="deny" {...keyOf('d')} onClick={onDeny} />
    </div>
  )
}

type WaitingProps = { readonly pending: Pending & { readonly kind: 'waiting' }; readonly isLarge: boolean }

function Waiting({ pending, isLarge }: WaitingProps): ReactNode {
  const { said, sinceMs } = pending
  const left = useElapsed(
    new Date(sinceMs).toISOString(),
    (ms) => `${Math.max(1, Math.ceil((undoMs - Math.max(0, ms)) / secondMs))} s`,
  )
  return (
    <div className="ask-sent" role="status">
      <Dot state="awaiting_review" isMute />
      <span>
        <b>Approved.</b> <span className="soft">Goes to the agent in </span>
        <span aria-hidden>{left}</span>
        <span className="sr">a moment</span>
      </span>
      <Button isSmall={!isLarge} label="Undo" keys="z" onClick={() => undoOf(said.card.id)} />
    </div>
  )
}

function undoOf(id: string): void {
  const problem = decider.undo(id)
  if (problem !== null) report('Not undone', problem)
}

function Sending({ pending: { said } }: { readonly pending: Pending }): ReactNode {
  return (
    <p className="ask-sent" role="status">
      {said.request.decision === 'approve' ? 'Approved, on its way.' : 'Denied, on its way.'}
    </p>
  )
}

function Refused({ pending }: { readonly pending: Pending & { readonly kind: 'refused' } }): ReactNode {
  const { said, problem } = pending
  return (
    <p className="ask-over" role="alert">
      <b>{`${said.request.decision === 'approve' ? 'Not approved' : 'Not denied'}: ${problem.reason}`}</b>{' '}
      {problem.status === 0 ? 'It is kept in no queue: say it again once the service is back.' : problem.hint}
    </p>
  )
}
