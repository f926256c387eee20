// Tasks on the board: columns, order, lanes, and who needs a person.
import { fromIso } from '#base/time.ts'
import type { CardFacts, CardTexts, ColumnId, PlanPlace } from '#rooms/board/contract.ts'
import type { TaskCard, TaskPriority, TaskStatus } from '../contract.ts'

/** Within a column, statuses are counted in this order. `done` has none: it counts in its epic's progress. */
export const statusesOfColumn: Readonly<Record<ColumnId, readonly TaskStatus[]>> = {
  queued: ['backlog', 'ready'],
  active: ['in_progress', 'claimed'],
  review: ['review', 'blocked'],
}

/**
 * The status that a task gets when its card is dropped on a column. Of two that a column holds it is the one a person means
 * by moving a card there: `ready` and not `backlog`, `in_progress` and not `claimed`, `review` and not `blocked`.
 */
export const statusAskedBy: Readonly<Record<ColumnId, TaskStatus>> = {
  queued: 'ready',
  active: 'in_progress',
  review: 'review',
}

type Rule = { readonly column: ColumnId | null; readonly rank: number }

/** Live sessions stand before tasks; what stands still for a person before what may wait. */
const rules: Readonly<Record<TaskStatus, Rule>> = {
  ready: { column: 'queued', rank: 1 },
  backlog: { column: 'queued', rank: 2 },
  in_progress: { column: 'active', rank: 1 },
  claimed: { column: 'active', rank: 2 },
  blocked: { column: 'review', rank: 2 },
  review: { column: 'review', rank: 3 },
  done: { column: null, rank: 5 },
}

const priorityRanks: Readonly<Record<TaskPriority, number>> = { P1: 0, P2: 1, P3: 2, P4: 3 }
/** Priorities order within a rank. */
const priorityStep = 0.1

export function columnOf(status: TaskStatus): ColumnId | null {
  return rules[status].column
}

type Placed = Pick<TaskCard, 'id' | 'type' | 'status' | 'priority' | 'created_at' | 'status_since' | 'blocker'>

/** Tasks stand by priority, then the oldest first; epics, which head lanes, alike. */
export function factsOf(task: Placed): CardFacts {
  const { id, type, status, priority, blocker } = task
  const { column, rank } = rules[status]
  const createdMs = fromIso(task.created_at)
  const isBlocked = status === 'blocked'
  return {
    state: status,
    column,
    order: { rank: rank + priorityRanks[priority] * priorityStep, key: createdMs },
    // Since it was blocked here: a new title or priority makes the wait no shorter.
    needsSinceMs: isBlocked && blocker !== null ? fromIso(task.status_since) : null,
    lists: none,
    task: id,
    head:
      type === 'epic'
        ? { lane: id, order: { rank: priorityRanks[priority], key: createdMs }, isCard: isBlocked }
        : null,
  }
}

const none: CardFacts['lists'] = []

type Linked = Pick<TaskCard, 'id' | 'type' | 'parent'>

/** More than the three levels there are: a parent that leads back to itself ends the walk all the same. */
const mostLevels = 4

/** The tasks above a task, the nearest first. An id that is not known ends the way. */
export function ancestorsOf<T extends Linked>(task: Linked, find: (id: string) => T | null): T[] {
  const above: T[] = []
  let parent = task.parent
  while (parent !== null && above.length < mostLevels) {
    const next = find(parent)
    if (next === null) break
    above.push(next)
    parent = next.parent
  }
  return above
}

/** The id of the epic whose lane it is, empty for none. An epic stands in its own. */
export function laneOf(task: Linked, above: readonly Linked[]): string {
  return task.type === 'epic' ? task.id : (above.find(({ type }) => type === 'epic')?.id ?? '')
}

type InPlan = Linked & Pick<TaskCard, 'title' | 'project' | 'source_repo' | 'priority'>

/** A task is found by its own texts and by those of the story and the epic above it. */
export function placeInPlan<T extends InPlan>(task: T, find: (id: string) => T | null): PlanPlace {
  const above = ancestorsOf(task, find)
  const { type, priority } = task
  const texts = () => [task, ...above].flatMap((each) => [each.title, each.id, each.project, each.source_repo])
  return { lane: laneOf(task, above), type, priority, texts }
}

/** The texts that only the card itself shows. The status is found as written and as words. */
export function textsOf({ status, priority }: Pick<TaskCard, 'status' | 'priority'>): CardTexts {
  return [`${status} ${status.replaceAll('_', ' ')}`, priority]
}

type Tree = Pick<TaskCard, 'parent' | 'type' | 'title' | 'children'>

/** The task itself; when its lane or its name changed, all that hangs below it, too. */
export function touchedBy(
  { id, before, after }: { readonly id: string; readonly before: Tree | null; readonly after: Tree | null },
  find: (id: string) => Pick<TaskCard, 'children'> | null,
): string[] {
  const isStill =
    before !== null &&
    after !== null &&
    before.parent === after.parent &&
    before.type === after.type &&
    before.title === after.title
  if (isStill) return [id]
  const below = new Set([...(before?.children ?? []), ...(after?.children ?? [])])
  // Walks a growing set: what it finds is walked as well, each once.
  for (const child of below) for (const next of find(child)?.children ?? []) below.add(next)
  return [id, ...below]
}
