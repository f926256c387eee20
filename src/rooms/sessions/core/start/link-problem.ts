// Whether a session can wait for a task, or would wait for itself for ever.
import type { Session } from '../../contract.ts'

/** What a session works on, and what still holds it back. */
export type Linked = Pick<Session, 'id' | 'task_id' | 'state' | 'blocked_by'>
type Worker = Pick<Session, 'id' | 'task_id'>

/** `itself`: the session alone works on the task. `ring`: whoever works on it waits, by any number of steps, for this one. */
export type LinkProblem = 'itself' | 'ring'

/** Null when nothing speaks against it. The task is one that is not met yet. */
export function linkProblem(session: Worker, task: string, sessions: Iterable<Linked>): LinkProblem | null {
  if (session.task_id === null || !tasksThatNeed(session, sessions).has(task)) return null
  return session.task_id === task ? 'itself' : 'ring'
}

/**
 * The tasks that no session can complete before this one did: its own, and those whose sessions all wait for one of them.
 * A task that nobody works on is none of them, nor one with a session that waits for nothing: they may be done any time.
 */
export function tasksThatNeed(session: Worker, sessions: Iterable<Linked>): ReadonlySet<string> {
  const free = new Map<string, number>()
  const waiters = new Map<string, Linked[]>()
  for (const other of sessions) {
    if (other.id === session.id) continue
    if (other.task_id !== null) free.set(other.task_id, (free.get(other.task_id) ?? 0) + 1)
    if (other.state !== 'idle') continue
    for (const task of other.blocked_by) waiters.set(task, [...(waiters.get(task) ?? []), other])
  }
  const stuckSessions = new Set<string>()
  // Grows while it is walked; each task is looked at once, so a ring ends.
  const stuckTasks = new Set<string>()
  if (session.task_id !== null && (free.get(session.task_id) ?? 0) === 0) stuckTasks.add(session.task_id)
  for (const task of stuckTasks) {
    for (const { id, task_id: worksOn } of waiters.get(task) ?? []) {
      if (worksOn === null || stuckSessions.has(id)) continue
      stuckSessions.add(id)
      const left = (free.get(worksOn) ?? 0) - 1
      free.set(worksOn, left)
      if (left === 0) stuckTasks.add(worksOn)
    }
  }
  return stuckTasks
}
