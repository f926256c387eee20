// The board's keys.
import type { Command } from '#platform/web/commands/registry.ts'
import { loadActions } from '#platform/web/actions/late-actions.ts'
import { lazyAct } from '#platform/web/lazy/lazy-act.ts'
import type { BoardIndex } from './places/board-index.ts'
import { cardMenu } from './menu/card-menu-state.ts'
import { columns } from '../core/columns.ts'
import type { CardKey } from '../core/keys.ts'
import { cardInColumn, cardInNextColumn, findCard, focusedCard, goToCard } from './cards/card-focus.ts'
import type { CardKinds } from './cards/kinds.ts'
import { shownOrder } from './cards/shown-order.ts'
import { clearSelection, selectAll, selection, toggleSelected } from './cards/selection.ts'

const finishCards = lazyAct(
  async () => {
    await loadActions()
    return import('./cards/finish-cards.ts')
  },
  ({ finishCards }) => finishCards,
)

type Parts = { readonly kinds: CardKinds; readonly index: BoardIndex; readonly focusFilter: () => void }

export function boardCommands({ kinds, index, focusFilter }: Parts): readonly Command[] {
  const board = { group: 'Board' as const, keysOnly: true }
  const go = (key: CardKey | null) => (key === null ? undefined : goToCard({ kinds, index }, key))
  return [
    { id: 'board.filter', title: 'Filter', ...board, keys: '/', run: focusFilter },
    { id: 'board.down', title: 'Next card', ...board, keys: 'j', run: () => go(cardInColumn(index, 1)) },
    { id: 'board.up', title: 'Card before', ...board, keys: 'k', run: () => go(cardInColumn(index, -1)) },
    { id: 'board.left', title: 'Column to the left', ...board, keys: 'h', run: () => go(cardInNextColumn(index, -1)) },
    { id: 'board.right', title: 'Column to the right', ...board, keys: 'l', run: () => go(cardInNextColumn(index, 1)) },
    { id: 'board.pick', title: 'Select the card', ...board, keys: 'x', run: pickFocused },
    { id: 'board.pick-all', title: 'Select the column', ...board, keys: 'mod+a', run: () => pickColumn(index) },
    { id: 'board.move', title: 'Move the card to…', ...board, keys: 'm', run: openMenuOfFocused },
    { id: 'board.done', title: 'Done', ...board, keys: 'd', run: () => void finishCards(kinds, focusedCard()) },
    { id: 'board.unpick', title: 'Clear the selection', ...board, keys: 'escape', run: clearSelection },
    { id: 'board.open', title: 'Open the card', ...board, keys: 'enter', run: openFocused },
  ]
}

/** Enter on a card's link is the browser's own; this makes it true anywhere on the card. */
function openFocused(): void {
  const active = document.activeElement
  if (active instanceof HTMLElement && active.matches('a, button, summary')) active.click()
}

function pickFocused(): void {
  const key = focusedCard()
  if (key !== null) toggleSelected(key)
}

/** The column of the focused card, or the first one that has cards. */
function pickColumn(index: BoardIndex): void {
  const order = shownOrder(index)
  const key = focusedCard() ?? ''
  const column = columns.find(({ id }) => order[id].includes(key)) ?? columns.find(({ id }) => order[id].length > 0)
  if (column !== undefined) selectAll(order[column.id])
}

/** Of the focused card; where none has the focus, of what is selected. */
function openMenuOfFocused(): void {
  const [picked] = selection.get()
  const key = focusedCard() ?? picked ?? null
  const card = key === null ? null : findCard(key)
  if (key !== null && card !== null) cardMenu.set({ key, anchor: card.querySelector('.title > a') ?? card })
}
