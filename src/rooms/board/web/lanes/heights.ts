// How high cards are: measured once they were drawn, guessed before.
import type { CardKey } from '../../core/keys.ts'
import type { CardKinds } from '../cards/kinds.ts'

const measured = new Map<CardKey, number>()
let measuredAtWidth = 0

export function heightOf(kinds: CardKinds, key: CardKey): number {
  return measured.get(key) ?? guessOf(kinds, key)
}

function guessOf(kinds: CardKinds, key: CardKey): number {
  const state = kinds.factsOf(key)?.state ?? ''
  return kinds.of(key)?.kind.usualHeightOf(state) ?? 0
}

export function isMeasured(key: CardKey): boolean {
  return measured.has(key)
}

/** Whether the height is news. */
export function noteHeight(kinds: CardKinds, key: CardKey, height: number): boolean {
  const isNews = heightOf(kinds, key) !== height
  measured.set(key, height)
  return isNews
}

/** Texts wrap differently in columns of another width, so what was measured is forgotten. */
export function noteWidth(width: number): boolean {
  if (width === measuredAtWidth) return false
  measuredAtWidth = width
  measured.clear()
  return true
}
