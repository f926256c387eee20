// What a change of a card may have to tell.
import type { CardNews } from '../../core/news.ts'
import type { CardChange, Kinds } from '../cards/kinds.ts'

export function newsOf(kinds: Kinds, { key, before, after, title }: CardChange): CardNews {
  return {
    before: before(),
    after: after(),
    name: title(),
    isAnswered: () => kinds.atHand(key)?.isAnswered() ?? false,
  }
}
