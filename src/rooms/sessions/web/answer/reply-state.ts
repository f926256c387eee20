// Where a reply is written, what is being sent, and what was refused: the same in every place that shows the session.
import { call } from '#platform/web/api/call.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { drafts } from '#platform/web/drafts/use-draft.ts'
import { createValue } from '#platform/web/store/value-store.ts'
import { isNarrowNow } from '#platform/web/ui/use-narrow.ts'
import { report } from '#platform/web/ui/report.ts'
import { sendInput } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { waitsForText } from '../../core/answer/takes-text.ts'
import { learnSession, sessions } from '../session-store.ts'
import { openSession } from '../session-url.ts'

/** The session whose card has its field open; null where none is. */
export const openReply = createValue<string | null>(null)

/** The session whose field takes the focus as soon as it is drawn. */
export const wantedFocus = createValue<string | null>(null)

/** The name of a session's reply among the drafts of this browser. */
export function draftOfReply(id: string): string {
  return `session:${id}:reply`
}

type Sending = { readonly kind: 'sending' } | { readonly kind: 'refused'; readonly problem: Problem }

const none: ReadonlyMap<string, Sending> = new Map()
export const sendings = createValue(none)

function setSending(id: string, sending: Sending | null): void {
  const next = new Map(sendings.get())
  if (sending === null) next.delete(id)
  else next.set(id, sending)
  sendings.set(next)
}

/** What was refused is said until something else is written. */
export function forgetRefusal(id: string): void {
  if (sendings.get().get(id)?.kind === 'refused') setSending(id, null)
}

export type ReplyToSend = {
  readonly text: string
  readonly submit: boolean
  /** Whether it is meant for the wait that is shown, or for the session whatever it does. */
  readonly isForThisWait: boolean
}

/** The draft goes only when the service has the text. A missing login is asked for, and then it goes on. */
export async function sendReply(session: SessionCard, reply: ReplyToSend): Promise<void> {
  const { id, state_since: since } = session
  if (sendings.get().get(id)?.kind === 'sending') return
  setSending(id, { kind: 'sending' })
  const { text, submit } = reply
  const body = { text, submit, ...(reply.isForThisWait ? { waiting_since: since } : {}) }
  const answer = await call(sendInput, { params: { id }, body })
  if (answer.ok) {
    setSending(id, null)
    if (drafts.get(draftOfReply(id))?.text === text) drafts.drop(draftOfReply(id))
    if (openReply.get() === id) openReply.set(null)
    learnSession(answer.value.session)
    return
  }
  setSending(id, { kind: 'refused', problem: answer.error })
  const now = sessions.get(id)
  // Its field is gone with its wait, and the words beside it, too.
  if (now !== null && !waitsForText(now)) report('Not sent', answer.error)
  if (!needsLogin(answer.error)) return
  report('Not sent', answer.error, () => {
    const now = sessions.get(id)
    if (now !== null) void sendReply(now, reply)
  })
}

/** Opens the session's field on its card; a phone has no room there, so that it opens the panel. */
export function answerOnCard(id: string): void {
  if (isNarrowNow()) return answerInPanel(id)
  wantedFocus.set(id)
  openReply.set(id)
}

/** Opens the session's panel, ready to write. */
export function answerInPanel(id: string): void {
  wantedFocus.set(id)
  openSession(id)
}
