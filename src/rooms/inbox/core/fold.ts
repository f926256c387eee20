// A blocked task whose session calls is told by that session: nobody has to look twice.
import type { InboxItem } from '../contract.ts'

/** Without the tasks that a session among the items tells. */
export function foldTasks(items: readonly InboxItem[]): readonly InboxItem[] {
  const callers = callersByTask(items)
  return callers.size === 0 ? items : items.filter((task) => callerOf(task, callers) === null)
}

/** The blocked tasks that the session item tells: what a person says to it, they say to these. */
export function foldedUnder(session: InboxItem, items: readonly InboxItem[]): InboxItem[] {
  if (session.subject.type !== 'session' || session.task_id === null) return []
  return items.filter((task) => task.kind === 'blocked' && task.task_id === session.task_id && tells(session, task))
}

function callersByTask(items: readonly InboxItem[]): ReadonlyMap<string, readonly InboxItem[]> {
  const sessions = items.filter(({ subject, task_id: task }) => subject.type === 'session' && task !== null)
  return Map.groupBy(sessions, ({ task_id: task }) => task ?? '')
}

function callerOf(task: InboxItem, callers: ReadonlyMap<string, readonly InboxItem[]>): InboxItem | null {
  if (task.kind !== 'blocked' || task.task_id === null) return null
  return callers.get(task.task_id)?.find((session) => tells(session, task)) ?? null
}

/** One that was seen or snoozed goes on telling what it did itself, and no more: a person may block the task after it. */
function tells(session: InboxItem, task: InboxItem): boolean {
  return session.mark === null || task.cause === session.subject.id
}
