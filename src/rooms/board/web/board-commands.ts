// The board's keys.
import type { Command } from '#platform/web/commands/registry.ts'
import type { BoardIndex } from './places/board-index.ts'
import type { CardKinds } from './cards/kinds.ts'
import { cardMenu } from './menu/card-menu-state.ts'
import { findCard, focusedCard, stepInColumn, stepToColumn } from './cards/card-focus.ts'
import { clearSelection, toggleSelected } from './cards/selection.ts'

type Parts = { readonly kinds: CardKinds; readonly index: BoardIndex; readonly focusFilter: () => void }

export function boardCommands({ kinds, index, focusFilter }: Parts): readonly Command[] {
  const board = { group: 'Board' as const, keysOnly: true }
  return [
    { id: 'board.filter', title: 'Filter', ...board, keys: '/', run: focusFilter },
    { id: 'board.down', title: 'Next card', ...board, keys: 'j', run: () => stepInColumn(index, 1) },
    { id: 'board.up', title: 'Card before', ...board, keys: 'k', run: () => stepInColumn(index, -1) },
    { id: 'board.left', title: 'Column to the left', ...board, keys: 'h', run: () => stepToColumn(index, -1) },
    { id: 'board.right', title: 'Column to the right', ...board, keys: 'l', run: () => stepToColumn(index, 1) },
    { id: 'board.pick', title: 'Select the card', ...board, keys: 'x', run: () => pickFocused(kinds) },
    { id: 'board.move', title: 'Move the card to…', ...board, keys: 'm', run: openMenuOfFocused },
    { id: 'board.unpick', title: 'Clear the selection', ...board, keys: 'escape', run: clearSelection },
    { id: 'board.open', title: 'Open the card', ...board, keys: 'enter', run: openFocused },
  ]
}

/** Enter on a card's link is the browser's own; this makes it true anywhere on the card. */
function openFocused(): void {
  const active = document.activeElement
  if (active instanceof HTMLElement && active.matches('a, button, summary')) active.click()
}

function pickFocused(kinds: CardKinds): void {
  const key = focusedCard()
  if (key !== null) toggleSelected(kinds, key)
}

function openMenuOfFocused(): void {
  const key = focusedCard()
  const card = key === null ? null : findCard(key)
  if (key !== null && card !== null) cardMenu.set({ key, anchor: card.querySelector('.title > a') ?? card })
}
