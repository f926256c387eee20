// What can be done with the selected cards at once, of both kinds: each action with how many it fits.
import { Ellipsis, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { useShown } from '#platform/web/ui/shown.ts'
import { cardMenu } from '../menu/card-menu-state.ts'
import { usePorts } from '../ports.ts'
import { actionsOn, idsByKind, runAction } from './card-actions.ts'
import { clearSelection, selection } from './selection.ts'

export function SelectionBar(): ReactNode {
  const { kinds, index } = usePorts()
  const picked = useValue(selection)
  // What fits changes with the cards: a session that ends meanwhile can't be stopped.
  useValue(index.columns.queued)
  useValue(index.columns.active)
  useValue(index.columns.review)
  const keys = [...picked].filter((key) => kinds.factsOf(key) !== null)
  useShown('selection', keys.length > 0)
  if (keys.length === 0) return null
  const byKind = idsByKind(kinds, keys).filter(([, ids]) => ids.length > 0)
  const inBar = actionsOn(kinds, keys)
    .filter(({ id, parts: [{ group, how }] }) => isInBar(id, group, how))
    // What takes away stands last, where no finger slips onto it.
    .toSorted((a, b) => Number(a.id === 'delete') - Number(b.id === 'delete'))
  return (
    <div className="selection" role="toolbar" aria-label="Selected cards">
      <strong>{formatCount(keys.length)} selected</strong>
      <span className="meta wide">{sayKinds(byKind)}</span>
      {inBar.map((action) => {
        const [{ icon, isFilled, label }] = action.parts
        return (
          <Button
            key={action.id}
            isSmall
            icon={icon}
            {...(isFilled === undefined ? {} : { isFilled })}
            // The space keeps the two words apart for readers.
            label={`${label} `}
            {...(action.id === 'delete' ? { look: 'danger' as const } : {})}
            onClick={({ currentTarget }) => void runAction(action, () => currentTarget, clearSelection)}
          >
            <span className="meta">{formatCount(action.count)}</span>
          </Button>
        )
      })}
      {byKind.map(([{ Bulk, name }, ids]) =>
        Bulk === undefined ? null : <Bulk key={name} ids={ids} onDone={clearSelection} />,
      )}
      <Button
        isSmall
        icon={Ellipsis}
        label="Move to…"
        keys="m"
        aria-haspopup="dialog"
        onClick={({ currentTarget: anchor }) => cardMenu.set({ key: keys[0] ?? '', anchor })}
      />
      <Button isSmall look="quiet" icon={X} aria-label="Clear the selection" onClick={clearSelection} />
    </div>
  )
}

/** Moves have their menu; the frequent rest stands here. */
function isInBar(id: string, group: string, how: string): boolean {
  return id === 'done' || (group === 'act' && how !== 'open' && !id.startsWith('priority.'))
}

function sayKinds(
  byKind: readonly (readonly [{ readonly name: string; readonly plural: string }, readonly string[]])[],
) {
  return byKind
    .map(([{ name, plural }, ids]) => `${formatCount(ids.length)} ${ids.length === 1 ? name : plural}`)
    .join(', ')
}
