// What a state means for the person who looks: the sentence under 'why?'.
import type { SessionCard } from '../contract.ts'

/** `blockers` names what the session waits for, as part of a sentence. */
export function whatMovesIt(session: SessionCard, blockers: string): string {
  switch (session.state) {
    case 'idle':
      return session.blocked_by.length > 0
        ? `It starts by itself when ${blockers} ${session.blocked_by.length === 1 ? 'is' : 'are'} done, or when you start it.`
        : 'It starts when you start it.'
    case 'running':
      return 'It moves when its agent reports, when its command ends, or when you stop it.'
    case 'awaiting_review':
      return 'It goes on when you resume it, when you answer in its terminal, or when it uses a tool again.'
    case 'completed':
      return 'It is over. Restart runs it again, Dismiss takes it off the board.'
    case 'failed':
      return 'It stands still until you act. Restart tries again, Dismiss takes it off the board.'
  }
}
