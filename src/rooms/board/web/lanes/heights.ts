// How high cards are in each of their states: measured once they were drawn, guessed before.
import type { CardKey } from '../../core/keys.ts'
import type { CardKinds } from '../cards/kinds.ts'

/** A card that waits for a person shows more, and goes back to what it was. */
const measured = new Map<CardKey, Map<string, number>>()
let measuredAtWidth = 0

/** Asked of every card of a board before its first picture, so that the card is looked up once. */
export function heightOf(kinds: CardKinds, key: CardKey): number {
  const card = kinds.of(key)
  if (card === null) return measured.get(key)?.get('') ?? 0
  const state = card.kind.factsOf(card.id)?.state ?? ''
  return measured.get(key)?.get(state) ?? card.kind.usualHeightOf(state)
}

function stateOf(kinds: CardKinds, key: CardKey): string {
  return kinds.factsOf(key)?.state ?? ''
}

export function isMeasured(kinds: CardKinds, key: CardKey): boolean {
  return measured.get(key)?.has(stateOf(kinds, key)) ?? false
}

/** For the state in which the card is. */
export function noteHeight(kinds: CardKinds, key: CardKey, height: number): void {
  const heights = measured.get(key) ?? new Map<string, number>()
  measured.set(key, heights.set(stateOf(kinds, key), height))
}

/** Texts wrap differently in columns of another width, so what was measured is forgotten; answers whether anything was. */
export function noteWidth(width: number): boolean {
  const isForgotten = width !== measuredAtWidth && measured.size > 0
  if (isForgotten) measured.clear()
  measuredAtWidth = width
  return isForgotten
}
