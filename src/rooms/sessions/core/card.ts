// The form in which a session travels on /ws/state.
import { cardPromptLimit, type Session, type SessionCard } from '../contract.ts'

export function toCard(session: Session): SessionCard {
  if (session.prompt.length <= cardPromptLimit) return { ...session, prompt_cut: false }
  return { ...session, prompt: cutText(session.prompt, cardPromptLimit), prompt_cut: true }
}

/** At most `limit` UTF-16 units, never half of a surrogate pair. */
function cutText(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}
