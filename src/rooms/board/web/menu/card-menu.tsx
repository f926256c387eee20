// The menu of a card: every move that dragging makes, for keys and thumbs. Loaded with the first one.
import { ArrowRight, CornerUpRight, Link2, Plus, SquareCheck } from 'lucide-react'
import { useEffect, type KeyboardEvent, type ReactNode } from 'react'
import { Pop } from '#platform/web/ui/pop.tsx'
import { columns } from '../../core/columns.ts'
import { readKey, type CardKey } from '../../core/keys.ts'
import { focusCard } from '../cards/card-focus.ts'
import { closeCardMenu } from './card-menu-state.ts'
import { moveCard, outlookOf } from '../move/move-card.ts'
import { usePorts } from '../ports.ts'
import { toggleSelected } from '../cards/selection.ts'

export function CardMenu({ cardKey, anchor }: { readonly cardKey: CardKey; readonly anchor: Element }): ReactNode {
  const ports = usePorts()
  const { kind, id } = readKey(cardKey)
  useEffect(() => {
    // A card that moved to another column took the anchor with it.
    if (!anchor.isConnected) closeCardMenu()
  }, [anchor])
  return (
    <Pop name="Move to" anchor={anchor} className="menu" onClose={closeCardMenu}>
      {columns.map(({ id: column, title }) => {
        const { kind: outcome, text } = outlookOf(ports, cardKey, { column })
        if (outcome === 'stay') return null
        const move = () => {
          moveCard(ports, cardKey, { column })
          requestAnimationFrame(() => focusCard(ports.index, cardKey))
        }
        return (
          <button key={column} type="button" title={text} onClick={act(move)} onKeyDown={stepWithArrows}>
            <ArrowRight className="i" aria-hidden />
            Move to {title}
          </button>
        )
      })}
      <LaunchAfter cardKey={cardKey} />
      {kind === 'session' ? (
        <button type="button" onClick={act(() => ports.openStartAfter(id, anchor))} onKeyDown={stepWithArrows}>
          <Link2 className="i" aria-hidden />
          Start after…
        </button>
      ) : null}
      {kind === 'task' ? (
        <button type="button" onClick={act(() => toggleSelected(cardKey))} onKeyDown={stepWithArrows}>
          <SquareCheck className="i" aria-hidden />
          Select
        </button>
      ) : null}
    </Pop>
  )
}

/** A launch that works on the card's task, and one that starts once it is done. */
function LaunchAfter({ cardKey }: { readonly cardKey: CardKey }): ReactNode {
  const { sessions, openLaunch } = usePorts()
  const { kind, id } = readKey(cardKey)
  const task = kind === 'task' ? id : (sessions.get(id)?.task_id ?? null)
  if (task === null) return null
  return (
    <>
      {kind === 'task' ? (
        <button type="button" onClick={act(() => openLaunch({ taskId: task }))} onKeyDown={stepWithArrows}>
          <Plus className="i" aria-hidden />
          Launch agent on this
        </button>
      ) : null}
      <button type="button" onClick={act(() => openLaunch({ dependsOn: [task] }))} onKeyDown={stepWithArrows}>
        <CornerUpRight className="i" aria-hidden />
        Launch agent after this…
      </button>
    </>
  )
}

/** The menu closes first, so that what the action opens or focuses keeps its focus. */
function act(run: () => void): () => void {
  return () => {
    closeCardMenu()
    run()
  }
}

function stepWithArrows(event: KeyboardEvent<HTMLButtonElement>): void {
  const sibling =
    event.key === 'ArrowDown'
      ? event.currentTarget.nextElementSibling
      : event.key === 'ArrowUp'
        ? event.currentTarget.previousElementSibling
        : null
  if (!(sibling instanceof HTMLElement)) return
  event.preventDefault()
  sibling.focus()
}
