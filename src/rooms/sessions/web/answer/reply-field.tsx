// The field in which an agent that waits is answered: on its card, in its panel, on the phone.
import { useCallback, useState, type ReactNode } from 'react'
import { call } from '#platform/web/api/call.ts'
import { useSignedIn } from '#platform/web/auth/token.ts'
import { useDraftText } from '#platform/web/drafts/use-draft.ts'
import { useQuery } from '#platform/web/api/use-query.ts'
import { useValue } from '#platform/web/store/value-store.ts'
import { readReadiness } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import type { Readiness } from '../../contract/answer.ts'
import { waitsForText } from '../../core/answer/takes-text.ts'
import { isTerminal } from '../../core/machine.ts'
import { useSeconds } from './use-seconds.ts'
import { KeptText, ObstacleView } from './obstacle-view.tsx'
import { draftOfReply, sendings, wantedFocus } from './reply-state.ts'
import { ReplyNotice } from './reply-notice.tsx'
import { WritingField } from './writing-field.tsx'
import './reply-field.css'

export type ReplyPlace = 'card' | 'panel'
type Props = { readonly session: SessionCard; readonly place: ReplyPlace }

/**
 * Draws what can be done: write, look at the dialog that is in the way, or take the text elsewhere when the session ended.
 * Nothing for a session that takes no text.
 */
export function ReplyField({ session, place }: Props): ReactNode {
  const draft = useDraftText(draftOfReply(session.id))
  if (waitsForText(session)) return <Waiting session={session} place={place} />
  return isTerminal(session.state) && draft.text !== '' ? <KeptText session={session} /> : null
}

function Waiting({ session, place }: Props): ReactNode {
  const sending = useValue(sendings).get(session.id)
  const { obstacle, unfinished } = useReadiness(session)
  const [isWriting, setWriting] = useState(false)
  // Who writes goes on: without the field, what is typed next would be the page's keys.
  const isKept = useValue(wantedFocus) === session.id || isWriting
  return (
    <div className="reply">
      {obstacle === null ? (
        <ReplyNotice session={session} unfinished={unfinished} />
      ) : (
        <ObstacleView session={session} obstacle={obstacle} isWriting={isKept} />
      )}
      {obstacle === null || isKept ? (
        <div onFocus={() => setWriting(true)} onBlur={() => setWriting(false)}>
          <WritingField
            session={session}
            place={place}
            isSending={sending?.kind === 'sending'}
            isHeld={obstacle !== null}
          />
        </div>
      ) : null}
    </div>
  )
}

/** Often enough that the field comes back as a dialog goes. */
const lookAgainS = 3

const nothingKnown: Readiness = { obstacle: null, unfinished: null }

/** What speaks against typing now, and what may have been typed; nothing also while nobody knows. */
function useReadiness({ id, state_since: since }: SessionCard): Readiness {
  const isSignedIn = useSignedIn()
  const load = useCallback(() => call(readReadiness, { params: { id } }), [id])
  const round = useSeconds(lookAgainS, isSignedIn)
  const [query] = useQuery(load, `${since} ${round} ${isSignedIn}`)
  return query.kind === 'ready' ? query.value : nothingKnown
}
