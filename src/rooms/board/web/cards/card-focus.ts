// Finds cards on the screen and moves the focus between them, also to cards that are not drawn yet.
import { followInPanel } from '#platform/web/shell/panel-url.ts'
import { columns } from '../../core/columns.ts'
import type { CardKey } from '../../core/keys.ts'
import type { BoardIndex, CardMove } from '../places/board-index.ts'
import { besideInColumn, besideInRow, columnOf, nextAround } from './card-steps.ts'
import type { CardKinds } from './kinds.ts'
import { revealCard } from './revealers.ts'
import { shownOrder } from './shown-order.ts'

type Board = { readonly kinds: CardKinds; readonly index: BoardIndex }

/** The key of the card that has the focus, else of the one whose panel is open, or null. */
export function focusedCard(): CardKey | null {
  const card = document.activeElement?.closest('[data-card]') ?? document.querySelector('[data-card][aria-current]')
  return card?.getAttribute('data-card') ?? null
}

/** A card that changes its column under the keyboard takes the focus with it. Call it before the columns change. */
export function keepFocus(index: BoardIndex, moves: readonly CardMove[]): void {
  const active = document.activeElement
  if (active === null || !active.matches('[data-card] :focus-visible')) return
  const id = active.closest('[data-card]')?.getAttribute('data-card')
  if (id !== null && id !== undefined && moves.some((move) => move.id === id)) {
    requestAnimationFrame(() => focusCard(index, id))
  }
}

export function findCard(key: CardKey): HTMLElement | null {
  return document.querySelector(`[data-card="${CSS.escape(key)}"]`)
}

/** A card that has to be scrolled to needs a frame or two before it is drawn. */
const mostFrames = 20

/** Scrolls a card into view and gives its link the focus. */
export function focusCard(index: BoardIndex, key: CardKey): void {
  if (findCard(key) === null && columns.some(({ id }) => index.columns[id].get().includes(key))) {
    revealCard(key)
  }
  let frames = 0
  const attempt = () => {
    const card = findCard(key)
    if (card === null) {
      frames += 1
      if (frames < mostFrames) requestAnimationFrame(attempt)
      return
    }
    card.scrollIntoView({ block: 'nearest' })
    card.querySelector<HTMLElement>('.title > a')?.focus({ preventScroll: true })
  }
  attempt()
}

/** Moves the focus to a card; a panel that is open follows it. */
export function goToCard({ kinds, index }: Board, key: CardKey): void {
  focusCard(index, key)
  const card = kinds.of(key)
  if (card !== null) followInPanel(card.kind.panel, card.id)
}

/** From the focused card down or up its column; without one, the first card there is. Null at an end. */
export function cardInColumn(index: BoardIndex, step: 1 | -1): CardKey | null {
  const order = shownOrder(index)
  const key = focusedCard() ?? ''
  return columnOf(order, key) === null ? firstCard() : besideInColumn(order, key, step)
}

/** From the focused card to the nearest column on that side that has cards, in its lane as far as it goes. */
export function cardInNextColumn(index: BoardIndex, step: 1 | -1): CardKey | null {
  const key = focusedCard() ?? ''
  const lane = index.lanes.get().find((each) => columnOf(each, key) !== null)
  const order = lane ?? shownOrder(index)
  return columnOf(order, key) === null ? firstCard() : besideInRow(order, key, step)
}

function firstCard(): CardKey | null {
  return document.querySelector('[data-card]')?.getAttribute('data-card') ?? null
}

/** The one that needs a person after the focused one, round and round. */
export function nextInNeed(needs: readonly CardKey[]): CardKey | null {
  return nextAround(needs, focusedCard())
}
