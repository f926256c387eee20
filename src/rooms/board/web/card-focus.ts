// Finds cards on the screen and moves the focus between them, also to cards that are not drawn yet.
import type { BoardIndex, Move } from './board-index.ts'
import { columns, type ColumnId } from '../core/columns.ts'

/** Brings a card of a long column into the page; columns that draw all their cards need none. */
const revealers = new Map<ColumnId, (position: number) => void>()

/** A long column registers how it scrolls to a position, until the returned function is called. */
export function registerRevealer(column: ColumnId, reveal: (position: number) => void): () => void {
  revealers.set(column, reveal)
  return () => revealers.delete(column)
}

/** The id of the card that has the focus, else of the one whose panel is open, or null. */
export function focusedCard(): string | null {
  const card = document.activeElement?.closest('[data-card]') ?? document.querySelector('[data-card][aria-current]')
  return card?.getAttribute('data-card') ?? null
}

/** A card that changes its column under the keyboard takes the focus with it. Call it before the columns change. */
export function keepFocus(index: BoardIndex, moves: readonly Move[]): void {
  const active = document.activeElement
  if (active === null || !active.matches('[data-card] :focus-visible')) return
  const id = active.closest('[data-card]')?.getAttribute('data-card')
  if (id !== null && id !== undefined && moves.some((move) => move.id === id)) {
    requestAnimationFrame(() => focusCard(index, id))
  }
}

export function findCard(id: string): HTMLElement | null {
  return document.querySelector(`[data-card="${CSS.escape(id)}"]`)
}

/** A card that has to be scrolled to needs a frame or two before it is drawn. */
const mostFrames = 20

/** Scrolls a card into view and gives its link the focus. */
export function focusCard(index: BoardIndex, id: string): void {
  const place = placeOnBoard(index, id)
  if (place !== null && findCard(id) === null) revealers.get(place.column)?.(place.position)
  let frames = 0
  const attempt = () => {
    const card = findCard(id)
    if (card === null) {
      frames += 1
      if (frames < mostFrames) requestAnimationFrame(attempt)
      return
    }
    card.scrollIntoView({ block: 'nearest' })
    card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
  }
  attempt()
}

type PlaceOnBoard = { readonly column: ColumnId; readonly position: number }

export function placeOnBoard(index: BoardIndex, id: string): PlaceOnBoard | null {
  for (const { id: column } of columns) {
    const position = index.columns[column].get().indexOf(id)
    if (position !== -1) return { column, position }
  }
  return null
}

/** From the focused card down or up its column; without one, to the first card there is. */
export function stepInColumn(index: BoardIndex, step: 1 | -1): void {
  const place = placeOnBoard(index, focusedCard() ?? '')
  if (place === null) return focusFirstCard(index)
  const id = index.columns[place.column].get()[place.position + step]
  if (id !== undefined) focusCard(index, id)
}

/** From the focused card to the nearest column on that side that has cards, at the same height as far as it goes. */
export function stepToColumn(index: BoardIndex, step: 1 | -1): void {
  const place = placeOnBoard(index, focusedCard() ?? '')
  if (place === null) return focusFirstCard(index)
  let at = columns.findIndex(({ id }) => id === place.column) + step
  for (let column = columns[at]; column !== undefined; at += step, column = columns[at]) {
    const ids = index.columns[column.id].get()
    const id = ids[Math.min(place.position, ids.length - 1)]
    if (id !== undefined) return focusCard(index, id)
  }
}

function focusFirstCard(index: BoardIndex): void {
  const drawn = document.querySelector('[data-card]')?.getAttribute('data-card')
  if (drawn !== null && drawn !== undefined) focusCard(index, drawn)
}

/** The one that needs a person after the focused one, round and round. */
export function nextInNeed(index: BoardIndex): string | null {
  const needs = index.needs.get()
  const at = needs.indexOf(focusedCard() ?? '')
  return needs[(at + 1) % Math.max(1, needs.length)] ?? null
}
