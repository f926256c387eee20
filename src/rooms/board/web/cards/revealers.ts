// How lists that draw a part of their cards bring another one into the page; a list that draws all of them needs none.
import type { CardKey } from '../../core/keys.ts'

const revealers = new Set<(key: CardKey) => void>()

/** A long list registers how it scrolls to a card of its own, until the returned function is called. */
export function registerRevealer(reveal: (key: CardKey) => void): () => void {
  revealers.add(reveal)
  return () => revealers.delete(reveal)
}

export function revealCard(key: CardKey): void {
  for (const reveal of revealers) reveal(key)
}
