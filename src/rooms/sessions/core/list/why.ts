// Why a session is in its state, in a few words, for cards and for the command line alike.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { Cause, Session, Stopping } from '../../contract.ts'
import { missingParts } from '../end/missing-program.ts'
import { isForeign } from '../start/start-plan.ts'

/** What a task is called; its id where nothing else is known. */
export type NameOf = (taskId: string) => string

/** What the agent does, asks, waits for or ended with; null when nothing is known. */
export function whyOf(session: Session, nameOf: NameOf): string | null {
  if (session.stopping !== null) return whatTheStopDoes(session.stopping)
  switch (session.state) {
    case 'idle':
      return whyIdle(session, nameOf)
    case 'running':
      return session.last_message ?? howStarted(session)
    case 'awaiting_review':
      return whatItAsks(session)
    case 'completed':
      return howItEnded(session)
    case 'failed':
      return howItFailed(session)
  }
}

/** Words that fit the line of the state stand there. */
const shortWords = 48

/** Why a session failed, where more is known than its exit status. */
export function failureTold({ state, end_reason: reason, cause }: Session): string | null {
  return state === 'failed' && reason === 'exit_error' ? (cause?.metadata ?? null) : null
}

/** How a session exited and how long it had run: `exit 1 after 7 s`; null while its exit status is not known. */
export function exitOf(session: Session): string | null {
  return session.exit_code === null ? null : `exit ${session.exit_code}${ranFor(session)}`
}

/** What a session that waits said last, and why one failed, where that needs more room than a line; else null. */
export function lastWordsOf(session: Session): string | null {
  const words = session.state === 'awaiting_review' ? session.last_message : failureTold(session)
  return words !== null && words.length > shortWords ? words : null
}

/** Of `why` what fits the line of the state where the rest is told below it; null where all of it is. */
export function besideState(session: Session, why: string | null): string | null {
  const missing = missingParts(failureTold(session) ?? '')
  if (missing !== null) return missing.what
  if (why !== lastWordsOf(session)) return why
  return session.state === 'failed' ? exitOf(session) : null
}

function whatTheStopDoes({ asked_at: askedAt, forced_at: forcedAt, left }: Stopping): string {
  if (forcedAt !== null) return left === null ? 'TERM was sent' : `TERM was sent to ${left}`
  if (left === null) return 'Ctrl+C was sent'
  return askedAt === null ? `${left} goes on after Ctrl+C` : `${left} goes on, Ctrl+C was sent again`
}

function whyIdle(session: Session, nameOf: NameOf): string {
  const { blocked_by: blockers, cause } = session
  if (blockers.length > 0) return `waits for ${joinNames(blockers.map(nameOf))}`
  if (isForeign(session)) return foreign
  return cause?.event === 'user.requeue' ? 'put back in the queue' : 'not started yet'
}

function howStarted(session: Session): string | null {
  const { cause, origin } = session
  if (isForeign(session)) return foreign
  if (cause === null) return origin === 'discovered' ? 'found in tmux' : null
  if (cause.event === 'user.resume') return cause.metadata === null ? 'resumed' : `answered: ${cause.metadata}`
  if (cause.source === 'dependency') return 'started by itself: what it waited for is done'
  if (cause.source === 'scanner') return 'found in tmux'
  return null
}

/** Nobody who might run programs told of it, so the service only keeps its state. */
const foreign = 'registered, not ours to run'

function whatItAsks({ cause, last_message: message }: Session): string | null {
  return cause?.metadata ?? message ?? wordsForCause(cause)
}

/** Why a person is asked, where the agent did not say it. */
function wordsForCause(cause: Cause | null): string | null {
  if (cause?.event === 'agent.prompt_ready') return 'waits for a prompt'
  if (cause?.event === 'hook.to_review') return cause.source === 'user' ? 'moved here by hand' : 'ended its turn'
  return null
}

function howItEnded(session: Session): string | null {
  if (session.end_reason === 'terminal_gone') return 'its terminal is gone'
  return exitOf(session) ?? session.last_message
}

function howItFailed(session: Session): string | null {
  if (session.end_reason === 'cancelled') return `stopped${ranFor(session)}`
  if (session.end_reason === 'terminal_gone') return 'its terminal is gone'
  return session.cause?.metadata ?? exitOf(session) ?? session.last_message
}

function ranFor({ started_at: started, ended_at: ended }: Session): string {
  if (started === null || ended === null) return ''
  return ` after ${formatDuration(fromIso(ended) - fromIso(started))}`
}

/** `A`, `A and B`, `A, B and 2 more`. */
export function joinNames(names: readonly string[]): string {
  const [first = '', second, ...rest] = names
  if (second === undefined) return first
  return rest.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${rest.length} more`
}
