// Why a session is in its state, in a few words, for cards and for the command line alike.
import { formatDuration } from '#base/duration.ts'
import { fromIso } from '#base/time.ts'
import type { Cause, Session } from '../contract.ts'
import { isForeign } from './start-plan.ts'

/** What a task is called; its id where nothing else is known. */
export type NameOf = (taskId: string) => string

/** What the agent does, asks, waits for or ended with; null when nothing is known. */
export function whyOf(session: Session, nameOf: NameOf): string | null {
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
  if (cause.event === 'user.resume') return 'resumed'
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
  if (session.exit_code === null) return session.last_message
  return `exit ${session.exit_code}${ranFor(session)}`
}

function howItFailed(session: Session): string | null {
  if (session.end_reason === 'cancelled') return `stopped${ranFor(session)}`
  if (session.end_reason === 'terminal_gone') return 'its terminal is gone'
  const said = session.cause?.metadata ?? null
  if (session.exit_code === null) return said ?? session.last_message
  return said === null ? `exit ${session.exit_code}${ranFor(session)}` : `exit ${session.exit_code}, ${said}`
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
