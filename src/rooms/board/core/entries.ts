// Where a card stands: in which lists of the board, and at which place in each.
import type { CardFacts, CardTexts, ColumnId, HomeList, PlanPlace } from '../contract.ts'
import { isFiltering, planMatches, textsMatch, type BoardFilter } from './filter.ts'
import type { CardKey } from './keys.ts'
import { ungrouped } from './lanes.ts'
import type { CardPlace } from './order.ts'

/** Lists by name: the columns, one per lane and column, and those that stand apart. */
export type ListName = ColumnId | HomeList | 'heads' | `${string}/${ColumnId}`

/** Plain fields and shared arrays: ten thousand maps would be a tenth of what a board costs until it is seen. */
export type CardEntry = {
  /** Its column; null for a card that is not shown. */
  readonly column: ColumnId | null
  /** By which its column counts it. */
  readonly state: string
  /** In all of these it has the same place. */
  readonly lists: readonly ListName[]
  readonly place: CardPlace
  /** Where the lane that it heads stands among the lanes; null for one that heads none. */
  readonly head: CardPlace | null
}

export function placeIn(entry: CardEntry | null, list: ListName): CardPlace | undefined {
  if (entry === null) return undefined
  if (list === 'heads') return entry.head ?? undefined
  return entry.lists.includes(list) ? entry.place : undefined
}

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

type Shown = readonly [column: ListName, inLane: ListName]
/** Made once for each lane: a text made anew for each of ten thousand cards would be joined and hashed as often. */
const shownLists = new Map<string, Readonly<Record<ColumnId, Shown>>>()

/** A card is shown in its column and in that of its lane. */
function listsShowing(lane: string, column: ColumnId): Shown {
  let lists = shownLists.get(lane)
  if (lists === undefined) {
    lists = {
      queued: ['queued', `${lane}/queued`],
      active: ['active', `${lane}/active`],
      review: ['review', `${lane}/review`],
    }
    shownLists.set(lane, lists)
  }
  return lists[column]
}

export function laneList(lane: string, column: ColumnId): ListName {
  return listsShowing(lane, column)[1]
}

const none: readonly ListName[] = []

export function entryOf(card: CardAtHand, filter: BoardFilter): CardEntry {
  const { key, facts, plan } = card
  const { head, lists } = facts
  const isShown = facts.column !== null && isCard(card, filter) && passes(card, filter)
  const column = isShown ? facts.column : null
  const shown = column === null ? none : listsShowing(plan?.lane ?? ungrouped, column)
  return {
    column,
    state: facts.state,
    lists: lists.length === 0 ? shown : [...shown, ...lists],
    place: { rank: facts.order.rank, key: facts.order.key, id: key },
    head: head === null ? null : { rank: head.order.rank, key: head.order.key, id: head.lane },
  }
}

/** Whether the card calls for a person. */
export function needsPerson({ facts, isAnswered }: Pick<CardAtHand, 'facts' | 'isAnswered'>): boolean {
  return facts.needsSinceMs !== null && !isAnswered()
}

/** The head of a lane becomes a card where its type is asked for, or where it says so itself. */
function isCard({ facts: { head }, plan }: CardAtHand, filter: BoardFilter): boolean {
  return head === null || head.isCard || (plan !== null && filter.type === plan.type)
}

function passes(card: CardAtHand, filter: BoardFilter): boolean {
  if (!isFiltering(filter)) return true
  const { plan, texts } = card
  return (
    planMatches(plan, filter) &&
    (!filter.needsOnly || needsPerson(card)) &&
    textsMatch(filter.words, () => [...texts(), ...(plan?.texts() ?? [])])
  )
}
