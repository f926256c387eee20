// What stands above the field of a reply: that nothing followed the last one, or why this one was not sent.
import type { ReactNode } from 'react'
import { shortened } from '#base/cut-text.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { drafts } from '#platform/web/drafts/use-draft.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { Button } from '#platform/web/ui/button.tsx'
import type { SessionCard } from '../../contract.ts'
import type { AgentAnswer } from '../../contract/answer.ts'
import { draftOfReply, sendings, sendReply } from './reply-state.ts'

type Props = { readonly session: SessionCard; readonly unfinished: AgentAnswer | null }

export function ReplyNotice({ session, unfinished }: Props): ReactNode {
  const sending = useValue(sendings).get(session.id)
  const isAway = sending?.kind === 'refused' && sending.problem.error === 'unreachable'
  // Once the service is back it knows more than that it was away.
  if (unfinished !== null && (isAway || sending === undefined)) return <Unfinished answer={unfinished} />
  if (sending?.kind === 'refused') return <Refused session={session} problem={sending.problem} />
  return <StillWaiting session={session} />
}

function Unfinished({ answer: { text, state } }: { readonly answer: AgentAnswer }): ReactNode {
  const said = shortened(text, mostQuoted)
  if (state === 'typed')
    return (
      <div className="told" role="status">
        <p>
          <b>It was typed without Enter: “{said}”</b> Whatever is sent now is typed behind it: attach to look, or press
          Enter there.
        </p>
      </div>
    )
  return (
    <div className="told" role="alert">
      <p>
        <b>Nobody knows whether it was sent: “{said}”</b> The service ended while it was typed. It may stand in its
        prompt: attach and look before you send it again.
      </p>
    </div>
  )
}

const mostQuoted = 80

function Refused({ session, problem }: { readonly session: SessionCard; readonly problem: Problem }): ReactNode {
  const again = () => {
    const text = drafts.get(draftOfReply(session.id))?.text ?? ''
    void sendReply(session, { text, submit: true, isForThisWait: false })
  }
  return (
    <div className="told" role="alert">
      <p>
        <b>Not sent: {lowerFirst(problem.reason)}</b> {problem.error === 'unreachable' ? keptHere : problem.hint}
      </p>
      {needsLogin(problem) ? <p>Sign in, and it goes on.</p> : null}
      {problem.error === 'not_waiting' ? <Button isSmall label="Send all the same" onClick={again} /> : null}
    </div>
  )
}

const keptHere = 'The text is kept here and in no queue: send it once the service is back.'

function lowerFirst(sentence: string): string {
  return sentence.startsWith('Orrery') ? sentence : sentence.charAt(0).toLowerCase() + sentence.slice(1)
}

/** The service put it back by itself; core/answer/still-waiting.ts has its words. */
function StillWaiting({ session: { cause } }: { readonly session: SessionCard }): ReactNode {
  const isStill = cause?.source === 'service' && cause.metadata?.startsWith('still waiting') === true
  if (!isStill) return null
  const wasTold = cause.metadata !== 'still waiting'
  return (
    <p className="told">
      <b>Still waiting: nothing happened in 20 s.</b>{' '}
      {wasTold
        ? 'Your answer was typed, and neither output nor a hook came after it: it may stand in its prompt. Attach to look.'
        : 'Resume alone types nothing. Answer it here.'}
    </p>
  )
}
