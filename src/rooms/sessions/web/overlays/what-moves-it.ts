// What a state means for the person who looks: the sentence under 'why?'.
import type { SessionCard } from '../../contract.ts'
import { isForeign } from '../../core/start/start-plan.ts'

/** `blockers` names what the session waits for, as part of a sentence. */
export function whatMovesIt(session: SessionCard, blockers: string): string {
  if (isForeign(session) && session.state !== 'awaiting_review') return foreign
  switch (session.state) {
    case 'idle':
      return session.blocked_by.length > 0
        ? `It starts by itself when ${blockers} ${session.blocked_by.length === 1 ? 'is' : 'are'} done, or when you start it.`
        : 'It starts when you start it.'
    case 'running':
      return 'It moves when its agent reports, when its command ends, or when you stop it.'
    case 'awaiting_review':
      return 'It goes on when you answer it here or in its terminal, when you resume it, or when it uses a tool again.'
    case 'completed':
      return 'It is over. Restart runs it again, Dismiss takes it off the board.'
    case 'failed':
      return 'It stands still until you act. Restart tries again, Dismiss takes it off the board.'
  }
}

const foreign =
  'It was registered without credentials: its prompt is a description that is never run, and only its state moves, by what its agent reports and by hand.'
