// The form in which a session travels on /ws/state.
import { cutText } from '#base/cut-text.ts'
import { cardPromptLimit, type Session, type SessionCard } from '../../contract.ts'

export function toCard(session: Session): SessionCard {
  if (session.prompt.length <= cardPromptLimit) return { ...session, prompt_cut: false }
  return { ...session, prompt: cutText(session.prompt, cardPromptLimit), prompt_cut: true }
}
