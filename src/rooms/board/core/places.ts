// Ordered lists of cards that change one card at a time.
import { comparePlaces, type CardPlace } from './order.ts'

export type CardPlaces = {
  readonly places: readonly CardPlace[]
  /** Of the same cards, in the same order; the same array as long as that holds. */
  readonly ids: readonly string[]
}

export const noPlaces: CardPlaces = { places: [], ids: [] }

/**
 * Takes a card from its place and puts it into another; `from` must equal the one that was put in, and a list without it is
 * as if it had none. Copies and compares no more than a search does: a pass over ten thousand cards would be the longest step
 * of a change.
 */
export function movePlace(list: CardPlaces, from: CardPlace | undefined, to: CardPlace | undefined): CardPlaces {
  const left = from === undefined ? null : indexOf(list.places, from)
  if (left === null) return to === undefined ? list : inserted(list, firstNotBefore(list.places, to), to)
  const rest = list.places.toSpliced(left, 1)
  if (to !== undefined) {
    const index = firstNotBefore(rest, to)
    if (index === left && from?.id === to.id) return { places: rest.toSpliced(index, 0, to), ids: list.ids }
    return inserted({ places: rest, ids: list.ids.toSpliced(left, 1) }, index, to)
  }
  return { places: rest, ids: list.ids.toSpliced(left, 1) }
}

/** The ids of `known` where they are the same. */
export function sortPlaces(places: Iterable<CardPlace>, { ids: known }: CardPlaces = noPlaces): CardPlaces {
  const sorted = [...places].toSorted(comparePlaces)
  const isSame = known.length === sorted.length && sorted.every(({ id }, index) => known[index] === id)
  return { places: sorted, ids: isSame ? known : sorted.map(({ id }) => id) }
}

function inserted({ places, ids }: CardPlaces, index: number, place: CardPlace): CardPlaces {
  return { places: places.toSpliced(index, 0, place), ids: ids.toSpliced(index, 0, place.id) }
}

function indexOf(places: readonly CardPlace[], place: CardPlace): number | null {
  const index = firstNotBefore(places, place)
  return places[index]?.id === place.id ? index : null
}

/** Binary search: a board of ten thousand cards finds a place in fourteen steps. */
function firstNotBefore(places: readonly CardPlace[], place: CardPlace): number {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    const candidate = places[middle]
    if (candidate !== undefined && comparePlaces(candidate, place) < 0) low = middle + 1
    else high = middle
  }
  return low
}
