// In which order cards stand in a column, and who needs a person first.
import { fromIso } from '#base/time.ts'
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import type { TaskCard, TaskPriority, TaskStatus } from '#rooms/tasks/contract.ts'
import { taskKey } from './keys.ts'

type Ordered = Pick<SessionCard, 'id' | 'state' | 'state_since'>
type OrderedTask = Pick<TaskCard, 'id' | 'status' | 'priority' | 'created_at' | 'status_since'>

/**
 * A card's place, compared by `comparePlaces`. It hangs on the state and on when the state was entered, never on the last
 * activity: a busy agent must not make cards jump.
 */
export type Place = { readonly rank: number; readonly key: number; readonly id: string }

type Rule = { readonly rank: number; readonly first: 'oldest' | 'newest' }

/**
 * Queued: the oldest first, as a queue. Active: the latest start first. Review: what waits for a person first, the
 * longest wait on top; then what ended well, the latest on top. Tasks stand between, by `taskRanks`.
 */
const rules: Readonly<Record<SessionState, Rule>> = {
  idle: { rank: 0, first: 'oldest' },
  running: { rank: 0, first: 'newest' },
  awaiting_review: { rank: 0, first: 'oldest' },
  failed: { rank: 1, first: 'oldest' },
  completed: { rank: 4, first: 'newest' },
}

/** Live sessions before tasks; what stands still for a person before what may wait. */
const taskRanks: Readonly<Record<TaskStatus, number>> = {
  ready: 1,
  backlog: 2,
  in_progress: 1,
  claimed: 2,
  blocked: 2,
  review: 3,
  done: 5,
}

const priorityRanks: Readonly<Record<TaskPriority, number>> = { P1: 0, P2: 1, P3: 2, P4: 3 }
/** Priorities order within a rank. */
const priorityStep = 0.1

export function placeOf({ id, state, state_since: since }: Ordered): Place {
  const { rank, first } = rules[state]
  const sinceMs = fromIso(since)
  return { rank, key: first === 'oldest' ? sinceMs : -sinceMs, id }
}

/** Tasks stand by priority, then the oldest first. */
export function taskPlaceOf({ id, status, priority, created_at: created }: OrderedTask): Place {
  const rank = taskRanks[status] + priorityRanks[priority] * priorityStep
  return { rank, key: fromIso(created), id: taskKey(id) }
}

/** Epics stand by priority, then the oldest first. */
export function epicPlaceOf({ id, priority, created_at: created }: OrderedTask): Place {
  return { rank: priorityRanks[priority], key: fromIso(created), id }
}

/** A waiting agent or a failed one stands still until a person acts. */
export function needsYou(state: SessionState): boolean {
  return state === 'awaiting_review' || state === 'failed'
}

/** The place among those that need a person: the longest wait first, whatever the state. */
export function needPlaceOf({ id, state_since: since }: Ordered): Place {
  return { rank: 0, key: fromIso(since), id }
}

/** A blocked task waits since it was blocked: a new title or priority makes the wait no shorter. */
export function taskNeedPlaceOf({ id, status_since: since }: OrderedTask): Place {
  return { rank: 0, key: fromIso(since), id: taskKey(id) }
}

/** By rank, then by time; the id settles the rest, so that the order is always the same. */
export function comparePlaces(a: Place, b: Place): number {
  return a.rank - b.rank || a.key - b.key || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
