// The menu of a card, or of all that are selected: every move that dragging makes, for keys and thumbs, and what its kind
// offers. Loaded with the first.
import { SquareCheck } from 'lucide-react'
import { Fragment, useEffect, type ReactNode } from 'react'
import { MenuItem } from '#platform/web/ui/menu-item.tsx'
import { Pop } from '#platform/web/ui/pop.tsx'
import type { CardKey } from '../../core/keys.ts'
import { actionsOn, runAction, type CardsAction } from '../cards/card-actions.ts'
import { focusCard } from '../cards/card-focus.ts'
import { clearSelection, meantBy, toggleSelected } from '../cards/selection.ts'
import { usePorts } from '../ports.ts'
import { closeCardMenu } from './card-menu-state.ts'

export function CardMenu({ cardKey, anchor }: { readonly cardKey: CardKey; readonly anchor: Element }): ReactNode {
  const { kinds, index } = usePorts()
  const keys = meantBy(cardKey)
  useEffect(() => {
    // A card that moved to another column took the anchor with it.
    if (!anchor.isConnected) closeCardMenu()
  }, [anchor])
  const actions = actionsOn(kinds, keys).filter(({ parts: [{ group }], id }) => group !== 'copy' && isInMenu(id))
  const run = (action: CardsAction) => {
    void runAction(action, () => anchor, keys.length > 1 ? clearSelection : undefined)
    if (action.parts[0].group === 'move') requestAnimationFrame(() => focusCard(index, cardKey))
  }
  const card = kinds.of(cardKey)
  const what = keys.length > 1 ? `${keys.length} cards` : `“${card?.kind.titleOf(card.id) ?? ''}”`
  return (
    <Pop name="Move to" anchor={anchor} className="menu card-menu" onClose={closeCardMenu}>
      <span className="meta menu-title">{what}</span>
      {sections(actions).map((section, place) => (
        <Fragment key={section[0]?.id ?? place}>
          {place === 0 ? null : <hr />}
          {section.map((action) => (
            <Entry key={action.id} action={action} ofHowMany={keys.length} run={() => run(action)} />
          ))}
        </Fragment>
      ))}
      <hr />
      <MenuItem icon={SquareCheck} label="Select" close={closeCardMenu} run={() => toggleSelected(cardKey)} />
    </Pop>
  )
}

type EntryProps = { readonly action: CardsAction; readonly ofHowMany: number; readonly run: () => void }

function Entry({ action: { parts, count }, ofHowMany, run }: EntryProps): ReactNode {
  const [{ icon, label }] = parts
  const counted = count === ofHowMany ? label : `${label} (${count})`
  return <MenuItem icon={icon} label={counted} close={closeCardMenu} run={run} />
}

/** Priorities are chosen in the panel, in the bar of a selection and by the palette: here they would push the rest away. */
function isInMenu(id: string): boolean {
  return !id.startsWith('priority.') && id !== 'open'
}

function sections(actions: readonly CardsAction[]): CardsAction[][] {
  return [...Map.groupBy(actions, ({ parts: [{ group }] }) => group).values()]
}
