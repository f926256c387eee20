// Which tasks a run looks at: open ones that are no container of others; locked ones only use up room.
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Lane } from '../contract.ts'
import type { LockedCounts } from './fill-lanes.ts'
import { isLane } from './lanes.ts'

export type OpenTasks = {
  /** In the order of their creation. */
  readonly unlocked: readonly TaskCard[]
  readonly locked: readonly LockedTask[]
  /** Neither, but still in a lane: done since, or by now a container. Their place is given up. */
  readonly left: readonly TaskCard[]
}

export type LockedTask = { readonly card: TaskCard; readonly lane: Lane }

export function sortTasks(cards: readonly TaskCard[]): OpenTasks {
  const unlocked: TaskCard[] = []
  const locked: LockedTask[] = []
  const left: TaskCard[] = []
  for (const card of cards) {
    const lane = lockOf(card)
    const isOpen = card.status !== 'done'
    // Who locks an epic means it; else its stories and tasks stand for it.
    if (lane !== null) {
      if (isOpen) locked.push({ card, lane })
    } else if (isOpen && card.children.length === 0) unlocked.push(card)
    else if (card.current_lane !== null || card.current_rank !== null) left.push(card)
  }
  return { unlocked, locked, left }
}

/** The lane that the task is locked at, or null. */
export function lockOf({ score_locked: isLocked, locked_lane: lane }: TaskCard): Lane | null {
  return isLocked === 1 && isLane(lane) ? lane : null
}

/** The lane in which the task stands now: its lock's, else the one that the last run gave it. */
export function laneOf(card: TaskCard): Lane | null {
  const lane = lockOf(card) ?? card.current_lane
  return isLane(lane) ? lane : null
}

export function countLocked(locked: readonly LockedTask[]): LockedCounts {
  const counts = { now: 0, next: 0, later: 0 }
  for (const { lane } of locked) counts[lane] += 1
  return counts
}
