// The menu of a card: every move that dragging makes, for keys and thumbs, and what its kind offers. Loaded with the first.
import { ArrowRight, SquareCheck } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { MenuItem } from '#platform/web/ui/menu-item.tsx'
import { Pop } from '#platform/web/ui/pop.tsx'
import { columns } from '../../core/columns.ts'
import type { CardKey } from '../../core/keys.ts'
import { focusCard } from '../cards/card-focus.ts'
import { isSelectable, toggleSelected } from '../cards/selection.ts'
import { dropOf, moveCard } from '../move/move-card.ts'
import { usePorts } from '../ports.ts'
import { closeCardMenu } from './card-menu-state.ts'

export function CardMenu({ cardKey, anchor }: { readonly cardKey: CardKey; readonly anchor: Element }): ReactNode {
  const { kinds, index } = usePorts()
  const card = kinds.of(cardKey)
  useEffect(() => {
    // A card that moved to another column took the anchor with it.
    if (!anchor.isConnected) closeCardMenu()
  }, [anchor])
  return (
    <Pop name="Move to" anchor={anchor} className="menu" onClose={closeCardMenu}>
      {columns.map(({ id: column, title }) => {
        const { kind: outcome, text } = dropOf(kinds, cardKey, { column })
        if (outcome === 'stay') return null
        const move = () => {
          moveCard(kinds, cardKey, { column })
          requestAnimationFrame(() => focusCard(index, cardKey))
        }
        const label = `Move to ${title}`
        return <MenuItem key={column} icon={ArrowRight} label={label} title={text} close={closeCardMenu} run={move} />
      })}
      {card === null ? null : <card.kind.Menu id={card.id} anchor={anchor} close={closeCardMenu} />}
      {isSelectable(kinds, cardKey) ? (
        <MenuItem icon={SquareCheck} label="Select" close={closeCardMenu} run={() => toggleSelected(kinds, cardKey)} />
      ) : null}
    </Pop>
  )
}
