// Ordered lists of cards that change one card at a time.
import { comparePlaces, type CardPlace } from './order.ts'

export type CardPlaces = readonly CardPlace[]

export function insertPlace(places: CardPlaces, place: CardPlace): CardPlaces {
  return places.toSpliced(firstNotBefore(places, place), 0, place)
}

/** `place` must equal the one that was inserted; a list without it stays as it is. */
export function removePlace(places: CardPlaces, place: CardPlace): CardPlaces {
  const index = firstNotBefore(places, place)
  return places[index]?.id === place.id ? places.toSpliced(index, 1) : places
}

export function sortPlaces(places: Iterable<CardPlace>): CardPlaces {
  return [...places].toSorted(comparePlaces)
}

/** Binary search: a board of ten thousand cards finds a place in fourteen steps. */
function firstNotBefore(places: CardPlaces, place: CardPlace): number {
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
