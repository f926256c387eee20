// What a change of a card may have to tell.
import type { CardNews } from '../../core/news.ts'
import type { CardChange, CardKinds } from '../cards/kinds.ts'

/** Null for a card that is new to the page, which is no news: a first snapshot brings thousands of them. */
export function newsOf(kinds: CardKinds, { key, before, after, title }: CardChange): CardNews | null {
  const was = before()
  if (was === null) return null
  return { before: was, after: after(), name: title(), isAnswered: () => kinds.atHand(key)?.isAnswered() ?? false }
}
