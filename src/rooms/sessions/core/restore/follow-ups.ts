// Tasks that did not follow their sessions because the service ended in between.
import type { SessionMove, TaskStatus } from '#rooms/tasks/contract.ts'
import type { Session } from '../../contract.ts'
import { taskStatusOf } from '../apply-event.ts'
import { wasStopped } from '../end/was-stopped.ts'

export type TaskStanding = {
  readonly status: TaskStatus
  /** When it got this status, ISO 8601. */
  readonly since: string
}

export type FollowUp = SessionMove & { readonly taskId: string; readonly status: TaskStatus }

/**
 * A session's last move counts when the task got its status before it; what moved the task since then, a person or another
 * session, has the last word. Of several sessions on a task the latest move counts.
 */
export function missedFollowUps(
  sessions: Iterable<Session>,
  standingOf: (taskId: string) => TaskStanding | null,
): FollowUp[] {
  const latest = new Map<string, Session>()
  for (const session of sessions) {
    // Without a cause no event moved it.
    if (session.task_id === null || session.cause === null) continue
    const known = latest.get(session.task_id)
    if (known === undefined || known.state_since < session.state_since) latest.set(session.task_id, session)
  }
  return [...latest].flatMap(([taskId, session]) => {
    const { id: sessionId, state, state_since: movedAt } = session
    const standing = standingOf(taskId)
    const status = taskStatusOf[state]
    const isMissed = standing !== null && standing.since < movedAt && standing.status !== status
    return isMissed ? [{ taskId, status, sessionId, isStopped: wasStopped(session) }] : []
  })
}
