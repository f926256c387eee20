// Where a card stands: in which lists of the board, and at which place in each.
import type { CardFacts, CardTexts, ColumnId, HomeList, PlanPlace } from '../contract.ts'
import { isFiltering, planMatches, textsMatch, type BoardFilter } from './filter.ts'
import type { CardKey } from './keys.ts'
import { ungrouped } from './lanes.ts'
import type { CardPlace } from './order.ts'

/** Lists by name: the columns, one per lane and column, and those that stand apart. */
export type ListName = ColumnId | 'needs' | HomeList | 'heads' | `${string}/${ColumnId}`
export type CardEntry = ReadonlyMap<ListName, CardPlace>

/** A card with what its place hangs on. */
export type CardAtHand = {
  readonly key: CardKey
  readonly facts: CardFacts
  /** Where its task stands; null without one. */
  readonly plan: PlanPlace | null
  /** Whether somebody who works on this very task calls already: nobody has to look twice. */
  readonly isAnswered: () => boolean
  readonly texts: () => CardTexts
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

export function entryOf(card: CardAtHand, filter: BoardFilter): CardEntry {
  const { key, facts, plan } = card
  const { head, column, needsSinceMs } = facts
  const entry = new Map<ListName, CardPlace>()
  const place = { rank: facts.order.rank, key: facts.order.key, id: key }
  const isNeeded = needsPerson(card)
  if (head !== null) entry.set('heads', { ...head.order, id: head.lane })
  if (column !== null && isCard(card, filter) && passes(card, filter, isNeeded)) {
    entry.set(column, place)
    entry.set(laneList(plan?.lane ?? ungrouped, column), place)
  }
  // The longest wait first, whatever the state.
  if (isNeeded && needsSinceMs !== null) entry.set('needs', { rank: 0, key: needsSinceMs, id: key })
  for (const list of facts.lists) entry.set(list, place)
  return entry
}

/** Whether the card calls for a person. */
export function needsPerson({ facts, isAnswered }: Pick<CardAtHand, 'facts' | 'isAnswered'>): boolean {
  return facts.needsSinceMs !== null && !isAnswered()
}

/** The head of a lane becomes a card where its type is asked for, or where it says so itself. */
function isCard({ facts: { head }, plan }: CardAtHand, filter: BoardFilter): boolean {
  return head === null || head.isCard || (plan !== null && filter.type === plan.type)
}

function passes({ plan, texts }: CardAtHand, filter: BoardFilter, isNeeded: boolean): boolean {
  if (!isFiltering(filter)) return true
  return (
    planMatches(plan, filter) &&
    (!filter.needsOnly || isNeeded) &&
    textsMatch(filter.words, () => [...texts(), ...(plan?.texts() ?? [])])
  )
}
