// The sessions of other services in memory, with the look-ups that those who show sessions need.
import type { Session } from '../../contract.ts'

export interface ShownThere {
  readonly size: () => number
  get(id: string): Session | null
  all(): IteratorObject<Session>
  /** The name of the other service that a session belongs to; null for our own, and for one that is not known. */
  nodeOf(id: string): string | null
  idsOf(node: string): readonly string[]
  /** Whether a session there that is linked to the task stands in completed. */
  hasCompleted(taskId: string): boolean
  /** Null: it is gone. Answers the tasks of which a session entered or left completed. */
  place(id: string, session: Session | null): readonly string[]
}

export function createShownThere(): ShownThere {
  const shown = new Map<string, Session>()
  const completed = new Map<string, Set<string>>()

  function mark(session: Session | undefined, isIn: boolean): string | null {
    if (session?.state !== 'completed' || session.task_id === null) return null
    const ids = completed.get(session.task_id) ?? new Set()
    if (isIn) completed.set(session.task_id, ids.add(session.id))
    else if (ids.delete(session.id) && ids.size === 0) completed.delete(session.task_id)
    return session.task_id
  }

  return {
    size: () => shown.size,
    get: (id) => shown.get(id) ?? null,
    all: () => shown.values(),
    nodeOf: (id) => shown.get(id)?.node?.name ?? null,
    idsOf: (node) => [...shown.values()].flatMap((session) => (session.node?.name === node ? session.id : [])),
    hasCompleted: (taskId) => completed.has(taskId),
    place(id, session) {
      const left = mark(shown.get(id), false)
      if (session === null) shown.delete(id)
      else shown.set(id, session)
      const entered = mark(session ?? undefined, true)
      return left === entered ? [] : [left, entered].filter((task) => task !== null)
    },
  }
}
