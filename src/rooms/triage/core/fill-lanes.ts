// Fills the lanes to their caps: first what people placed by hand, then by score; locked tasks only use up room.
import type { TaskPriority } from '#rooms/tasks/contract.ts'
import type { Lane } from '../contract.ts'
import { laneCaps, laneOrder } from './lanes.ts'

/** A task that is not locked. `score` null: it gets a place only where a person wants it. */
export type Placeable = {
  readonly id: string
  readonly score: number | null
  readonly priority: TaskPriority
  /** The lane that an override asks for. */
  readonly wanted: Lane | null
}

/** Both null past LATER. `rank` counts through all lanes from 1; locked tasks hold the last places of theirs. */
export type LanePlace = { readonly lane: Lane | null; readonly rank: number | null }

export type LockedCounts = Readonly<Record<Lane, number>>

export const noPlace: LanePlace = { lane: null, rank: null }

/**
 * The places of the tasks that have one; the others are past LATER. An override gets its lane unless better-placed ones fill
 * it; what finds no room goes on to the next lane, ahead of what only its score brings there. Of equals, the one with the
 * higher priority goes first, then the one that comes earlier in `tasks`.
 */
export function fillLanes(tasks: readonly Placeable[], locked: LockedCounts): Map<string, LanePlace> {
  const ordered = tasks.toSorted(byScore)
  const members = byHand(ordered, locked)
  addByScore(members, ordered, locked)
  const places = new Map<string, LanePlace>()
  let rank = 0
  for (const lane of laneOrder) {
    for (const { id } of members[lane].toSorted(byScore)) {
      rank += 1
      places.set(id, { lane, rank })
    }
    rank += locked[lane]
  }
  return places
}

type Members = Record<Lane, Placeable[]>

function byHand(ordered: readonly Placeable[], locked: LockedCounts): Members {
  const members: Members = { now: [], next: [], later: [] }
  let pushedOn: Placeable[] = []
  for (const lane of laneOrder) {
    const asking = [...pushedOn, ...ordered.filter(({ wanted }) => wanted === lane)].toSorted(byScore)
    const room = roomIn(lane, locked)
    members[lane] = asking.slice(0, room)
    pushedOn = asking.slice(room)
  }
  return members
}

function addByScore(members: Members, ordered: readonly Placeable[], locked: LockedCounts): void {
  const free = ordered.filter(({ wanted, score }) => wanted === null && score !== null)
  let next = 0
  for (const lane of laneOrder) {
    const room = roomIn(lane, locked) - members[lane].length
    members[lane].push(...free.slice(next, next + room))
    next += room
  }
}

function roomIn(lane: Lane, locked: LockedCounts): number {
  return Math.max(0, laneCaps[lane] - locked[lane])
}

/** Sorting is stable, so that equals keep the order in which they came. */
function byScore(one: Placeable, other: Placeable): number {
  return (other.score ?? -1) - (one.score ?? -1) || one.priority.charCodeAt(1) - other.priority.charCodeAt(1)
}
