// In which order cards stand in a list.
import type { CardOrder } from '../contract.ts'

/** A card's place, compared by `comparePlaces`. */
export type CardPlace = CardOrder & { readonly id: string }

/** By rank, then by time; the id settles the rest, so that the order is always the same. */
export function comparePlaces(a: CardPlace, b: CardPlace): number {
  return a.rank - b.rank || a.key - b.key || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}
