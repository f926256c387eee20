// The order of sessions in a list: whoever waits for the person comes first, and the longest wait of all at the top.
import type { Session, SessionState } from '../../contract.ts'
import { wasStopped } from '../end/was-stopped.ts'

const rank: Readonly<Record<SessionState, number>> = {
  awaiting_review: 0,
  failed: 1,
  running: 2,
  idle: 3,
  completed: 4,
}

/** Sorted anew; ISO times of one form compare as text. */
export function byNeed<S extends Session>(sessions: readonly S[]): S[] {
  return sessions.toSorted((a, b) => rankOf(a) - rankOf(b) || bySince(a, b) || a.id.localeCompare(b.id))
}

/** Who was stopped by a person needs nobody. */
function rankOf(session: Session): number {
  return wasStopped(session) ? rank.completed : rank[session.state]
}

/** Waiting: oldest first. Everything else: what changed last first. */
function bySince(a: Session, b: Session): number {
  const older = a.state_since.localeCompare(b.state_since)
  return a.state === 'awaiting_review' ? older : -older
}
