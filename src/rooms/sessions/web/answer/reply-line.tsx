// The place for a reply on a card: a line to click, which becomes the field; nothing where no text is taken.
import { useEffect, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { useDraft } from '#platform/web/drafts/use-draft.ts'
import { useGroup } from '#platform/web/store/grouping.ts'
import { useSelection } from '#platform/web/store/value-store.ts'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import type { SessionCard } from '../../contract.ts'
import { isPrintRun, waitsForText } from '../../core/answer/takes-text.ts'
import { livesHere } from '../../core/lives-here.ts'
import { isTerminal } from '../../core/machine.ts'
import { titleOf } from '../../core/list/title.ts'
import { useSessionPorts } from '../ports.ts'
import { shownSession } from '../session-url.ts'
import { answerOnCard, draftOfReply, openReply } from './reply-state.ts'
import './reply-line.css'

const ReplyField = lazyPart(() => import('./reply-field.tsx').then(({ ReplyField }) => ReplyField), null)

/** What it asks to be allowed stands there first: until that is answered no text is taken. */
export function ReplyLine({ session }: { readonly session: SessionCard }): ReactNode {
  const { Asks, asks } = useSessionPorts()
  const { id, state } = session
  const isInPanel = useSelection(shownSession, (shown) => shown === id)
  const isAsked = useGroup(asks, id).length > 0
  if (state !== 'awaiting_review' || (isInPanel && !isAsked)) return <TextLine session={session} />
  if (isInPanel) return <InPanel />
  return (
    <Asks session={id} place="card">
      <TextLine session={session} />
    </Asks>
  )
}

const InPanel = (): ReactNode => <p className="elsewhere meta">You answer it in its panel.</p>

/** For cards. In the panel, and wherever a list opens one row, `ReplyField` stands by itself. */
function TextLine({ session }: { readonly session: SessionCard }): ReactNode {
  const { id, state } = session
  const isOpen = useSelection(openReply, (open) => open === id)
  const isInPanel = useSelection(shownSession, (shown) => shown === id)
  const draft = useDraft(draftOfReply(id))
  if (state === 'awaiting_review' && isPrintRun(session)) return <p className="elsewhere meta">{whyNoReply}</p>
  if (state === 'awaiting_review' && !livesHere(session)) return <p className="elsewhere meta">{whereToAnswer}</p>
  const isLost = isTerminal(state) && draft !== null
  if (!waitsForText(session) && !isLost) return null
  if (isInPanel) return <InPanel />
  if (!isOpen && !isLost) return <Line session={session} begun={draft?.text ?? null} />
  return (
    <div className="reply-on-card">
      <ReplyField session={session} place="card" />
    </div>
  )
}

/** What a print run waits for is told by its own client, if at all. */
const whyNoReply = 'It runs in print mode and reads nothing: wait for its end, then launch another one.'

const whereToAnswer = 'You answer it in its terminal on its device: its panel has the command.'

function Line({ session, begun }: { readonly session: SessionCard; readonly begun: string | null }): ReactNode {
  // Who presses r types on at once: the field has to be there by then.
  useEffect(() => ReplyField.preload(), [])
  return (
    <button type="button" className="reply-line" onClick={() => answerOnCard(session.id)}>
      <span className="cut">
        {begun === null ? 'Reply' : <span className="sr">Go on replying</span>}
        <span className="sr"> to {titleOf(session)} </span>
        {begun}
      </span>
      <Kbd keys="r" />
    </button>
  )
}
