// Who stands in which lane at this moment, and at which place: what is done since the last run has left it.
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Lane } from '../contract.ts'
import { laneOrder } from './lanes.ts'
import { laneOf, sortTasks } from './open-tasks.ts'

/** `rank` counts through all lanes from 1. `current_rank` of the card is what the last run wrote. */
export type LaneMember = { readonly card: TaskCard; readonly lane: Lane; readonly rank: number }

/** NOW first; in each lane the best first, locked ones at the end. */
export function laneMembers(cards: readonly TaskCard[]): LaneMember[] {
  const { unlocked, locked } = sortTasks(cards)
  const byRank = unlocked.toSorted((one, other) => (one.current_rank ?? 0) - (other.current_rank ?? 0))
  const placed = byRank.map((card) => ({ card, lane: laneOf(card) }))
  return laneOrder
    .flatMap((lane) => [...placed, ...locked].flatMap((one) => (one.lane === lane ? [{ card: one.card, lane }] : [])))
    .map((member, index) => ({ ...member, rank: index + 1 }))
}
