// What a change of a card may have to tell.
import type { CardNews } from '../../core/news.ts'
import type { CardChange, CardKinds } from '../cards/kinds.ts'

export function newsOf(kinds: CardKinds, { key, before, after, title }: CardChange): CardNews {
  return {
    before: before(),
    after: after(),
    name: title(),
    isAnswered: () => kinds.atHand(key)?.isAnswered() ?? false,
  }
}
