// Moves a card to a column or onto another card, and says beforehand what that would do.
import { toast } from '#platform/web/ui/toasts.ts'
import type { ColumnId } from '../../contract.ts'
import { titleOfColumn } from '../../core/columns.ts'
import type { CardKey } from '../../core/keys.ts'
import type { CardKinds } from '../cards/kinds.ts'
import type { Drop } from '../contract.ts'
import { linkOf } from './link-cards.ts'

/** What a hand is over on the board. */
export type BoardTarget = {
  readonly column: ColumnId
  /** The lane that the card is dropped in; left out where lanes play no part. */
  readonly lane?: string
  /** The card that is meant, and not the column that it stands in. */
  readonly card?: CardKey
}

/** What dropping the card there would do. The service has the last word. */
export function dropOf(kinds: CardKinds, key: CardKey, { card: onto, column, lane }: BoardTarget): Drop {
  const link = onto === undefined ? null : linkOf(kinds, key, onto)
  if (link !== null) return link
  const card = kinds.of(key)
  const place = { column, columnTitle: titleOfColumn(column), ...(lane === undefined ? {} : { lane }) }
  return card?.kind.dropOn(card.id, place) ?? { kind: 'refused', text: `This ${card?.kind.name ?? 'card'} is gone` }
}

/** Asks anew: the card, or the one that it is dropped on, may have gone or changed since. Null is beside every column. */
export function moveCard(kinds: CardKinds, key: CardKey, target: BoardTarget | null): void {
  if (kinds.factsOf(key) === null) {
    return sayFailed(`Not moved: the ${kinds.of(key)?.kind.name ?? 'card'} is gone`)
  }
  if (target === null) return
  if (target.card !== undefined) {
    const link = linkOf(kinds, key, target.card)
    return link === null ? sayFailed('Not linked: one of the two cards is gone') : perform(link)
  }
  perform(dropOf(kinds, key, target))
}

/** What cannot even be tried says why; what is tried and refused is told by whoever tried. */
function perform({ kind, text, run }: Drop): void {
  if (run !== undefined) run()
  else if (kind === 'refused') sayFailed(text)
}

function sayFailed(text: string): void {
  toast({ tone: 'failed', title: `${text}.` })
}
