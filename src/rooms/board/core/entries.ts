// Where a card stands: in which lists of the board, and at which place in each.
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { columnOfSession, columnOfTask, type ColumnId } from './columns.ts'
import { isFiltering, kindMatches, sessionMatches, taskMatches, type BoardFilter } from './filter.ts'
import { ancestorsOf, laneOf, ungrouped } from './lanes.ts'
import { epicPlaceOf, needPlaceOf, needsYou, placeOf, taskNeedPlaceOf, taskPlaceOf, type Place } from './order.ts'

/** Lists by name: the columns, one per lane and column, and those that stand apart. */
export type ListName = ColumnId | 'needs' | 'waiting' | 'running' | 'epics' | `${string}/${ColumnId}`
export type Entry = ReadonlyMap<ListName, Place>

/** What a card's place hangs on beside the card itself. */
export type World = {
  readonly task: (id: string) => TaskCard | null
  /** The sessions that work on a task. */
  readonly sessionsOf: (taskId: string) => readonly SessionCard[]
}

/** Made once for each lane: a text made anew for each of ten thousand cards would be joined and hashed as often. */
const laneLists = new Map<string, Readonly<Record<ColumnId, ListName>>>()

export function laneList(lane: string, column: ColumnId): ListName {
  let lists = laneLists.get(lane)
  if (lists === undefined) {
    lists = { queued: `${lane}/queued`, active: `${lane}/active`, review: `${lane}/review` }
    laneLists.set(lane, lists)
  }
  return lists[column]
}

export function entryOfSession(session: SessionCard, world: World, filter: BoardFilter): Entry {
  const entry = new Map<ListName, Place>()
  const place = placeOf(session)
  const isNeeded = needsYou(session.state)
  const task = session.task_id === null ? null : world.task(session.task_id)
  const above = task === null ? [] : ancestorsOf(task, world.task)
  const isShown =
    !isFiltering(filter) ||
    (kindMatches(task, filter) &&
      (!filter.needsOnly || isNeeded) &&
      sessionMatches(session, filter.words, task === null ? [] : [task, ...above]))
  if (isShown)
    stand(entry, place, {
      column: columnOfSession(session.state),
      lane: task === null ? ungrouped : laneOf(task, above),
    })
  if (isNeeded) entry.set('needs', needPlaceOf(session))
  if (session.state === 'idle' && session.blocked_by.length > 0) entry.set('waiting', place)
  if (session.state === 'running') entry.set('running', place)
  return entry
}

export function entryOfTask(task: TaskCard, world: World, filter: BoardFilter): Entry {
  const entry = new Map<ListName, Place>()
  const isNeeded = taskNeedsYou(task, world)
  if (task.type === 'epic') entry.set('epics', epicPlaceOf(task))
  const column = columnOfTask(task.status)
  const above = ancestorsOf(task, world.task)
  if (column !== null && isCard(task, filter) && taskPasses(task, filter, { above, isNeeded })) {
    stand(entry, taskPlaceOf(task), { column, lane: laneOf(task, above) })
  }
  if (isNeeded) entry.set('needs', taskNeedPlaceOf(task))
  return entry
}

type Spot = { readonly column: ColumnId; readonly lane: string }

function stand(entry: Map<ListName, Place>, place: Place, { column, lane }: Spot): void {
  entry.set(column, place)
  entry.set(laneList(lane, column), place)
}

/** A blocked task, unless a session on it already calls: nobody has to look twice. */
function taskNeedsYou(task: TaskCard, world: World): boolean {
  return task.status === 'blocked' && !world.sessionsOf(task.id).some(({ state }) => needsYou(state))
}

/** An epic is the head of its lane; it becomes a card where epics are asked for, or where it calls for a person. */
function isCard({ type, status }: TaskCard, filter: BoardFilter): boolean {
  return type !== 'epic' || filter.type === 'epic' || status === 'blocked'
}

type Circumstances = { readonly above: readonly TaskCard[]; readonly isNeeded: boolean }

function taskPasses(task: TaskCard, filter: BoardFilter, { above, isNeeded }: Circumstances): boolean {
  return kindMatches(task, filter) && (!filter.needsOnly || isNeeded) && taskMatches(task, filter.words, above)
}
