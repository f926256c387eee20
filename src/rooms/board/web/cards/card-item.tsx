// A card in its place on the board: what can be dragged, picked, and moved by a menu.
import { Ellipsis } from 'lucide-react'
import { memo, useState, type MouseEvent, type ReactNode } from 'react'
import { useSelection } from '#platform/web/store/value-store.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { columns } from '../../core/columns.ts'
import type { CardKey } from '../../core/keys.ts'
import { cardMenu } from '../menu/card-menu-state.ts'
import { shownOrder } from './shown-order.ts'
import { usePorts } from '../ports.ts'
import { selection, selectTo, toggleSelected } from './selection.ts'

/** Renders its card once: what changes on the card, the card sees to. */
export const CardItem = memo(function CardItem({ cardKey }: { readonly cardKey: CardKey }): ReactNode {
  const { kinds, index } = usePorts()
  const card = kinds.of(cardKey)
  const isSelected = useSelection(selection, (picked) => picked.has(cardKey))
  const isPicking = useSelection(selection, (picked) => picked.size > 0)
  const [isNear, setIsNear] = useState(false)
  const isNarrow = useNarrow()
  const approach = () => setIsNear(true)
  const pickRange = (event: MouseEvent) => {
    const isOnBox = event.target instanceof Element && event.target.closest('.card-pick') !== null
    if (isOnBox || (!event.shiftKey && !(isNarrow && isPicking))) return
    event.preventDefault()
    event.stopPropagation()
    // On a phone, once one is selected, a tap selects the next.
    if (!event.shiftKey) return toggleSelected(cardKey)
    const order = shownOrder(index)
    const column = columns.find((each) => order[each.id].includes(cardKey))
    selectTo(cardKey, column === undefined ? [] : order[column.id])
  }
  return (
    <div
      className="card-item"
      draggable
      data-key={cardKey}
      data-selected={isSelected ? '' : undefined}
      onClickCapture={pickRange}
      onPointerEnter={approach}
      onFocus={approach}
    >
      {card === null ? null : <card.kind.Card id={card.id} />}
      {isPicking && card !== null ? (
        <input
          type="checkbox"
          className="card-pick"
          checked={isSelected}
          aria-label={`Select “${card.kind.titleOf(card.id) ?? ''}”`}
          onChange={() => toggleSelected(cardKey)}
        />
      ) : null}
      {!isPicking && (isNear || isNarrow) ? <MenuButton cardKey={cardKey} /> : null}
    </div>
  )
})

function MenuButton({ cardKey }: { readonly cardKey: CardKey }): ReactNode {
  const isOpen = useSelection(cardMenu, (menu) => menu?.key === cardKey)
  return (
    <button
      type="button"
      className="card-more"
      aria-label="Move to…"
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={(event) => cardMenu.set({ key: cardKey, anchor: event.currentTarget })}
    >
      <Ellipsis className="i" aria-hidden />
    </button>
  )
}
