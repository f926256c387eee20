// Finds cards on the screen and moves the focus between them, also to cards that are not drawn yet.
import type { ColumnId } from '../../contract.ts'
import { columns } from '../../core/columns.ts'
import type { CardKey } from '../../core/keys.ts'
import type { BoardIndex, CardMove } from '../places/board-index.ts'
import { collapsedLanes } from '../lanes/collapsed-lanes.ts'

/** Brings a card that is not drawn into the page; a list that draws all its cards needs none. */
const revealers = new Set<(key: CardKey) => void>()

/** A long list registers how it scrolls to a card of its own, until the returned function is called. */
export function registerRevealer(reveal: (key: CardKey) => void): () => void {
  revealers.add(reveal)
  return () => revealers.delete(reveal)
}

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
    for (const reveal of revealers) reveal(key)
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

/** The cards of each column in the order in which they are seen: lane by lane, without folded ones. */
export function shownOrder(index: BoardIndex): Readonly<Record<ColumnId, readonly CardKey[]>> {
  const lanes = index.lanes.get()
  const of = (column: ColumnId): readonly CardKey[] =>
    lanes.length === 0
      ? index.columns[column].get()
      : lanes.flatMap((lane) => (collapsedLanes.get().has(lane.id) ? [] : lane[column]))
  return { queued: of('queued'), active: of('active'), review: of('review') }
}

type PlaceOnBoard = { readonly column: ColumnId; readonly position: number }

function placeOnBoard(order: Readonly<Record<ColumnId, readonly CardKey[]>>, key: CardKey): PlaceOnBoard | null {
  for (const { id: column } of columns) {
    const position = order[column].indexOf(key)
    if (position !== -1) return { column, position }
  }
  return null
}

/** From the focused card down or up its column; without one, to the first card there is. */
export function stepInColumn(index: BoardIndex, step: 1 | -1): void {
  const order = shownOrder(index)
  const place = placeOnBoard(order, focusedCard() ?? '')
  if (place === null) return focusFirstCard(index)
  const key = order[place.column][place.position + step]
  if (key !== undefined) focusCard(index, key)
}

/** From the focused card to the nearest column on that side that has cards, in its lane as far as it goes. */
export function stepToColumn(index: BoardIndex, step: 1 | -1): void {
  const key = focusedCard() ?? ''
  const lane = index.lanes.get().find((each) => columns.some(({ id }) => each[id].includes(key)))
  const order = lane ?? shownOrder(index)
  const place = placeOnBoard(order, key)
  if (place === null) return focusFirstCard(index)
  let at = columns.findIndex(({ id }) => id === place.column) + step
  for (let column = columns[at]; column !== undefined; at += step, column = columns[at]) {
    const keys = order[column.id]
    const next = keys[Math.min(place.position, keys.length - 1)]
    if (next !== undefined) return focusCard(index, next)
  }
}

function focusFirstCard(index: BoardIndex): void {
  const drawn = document.querySelector('[data-card]')?.getAttribute('data-card')
  if (drawn !== null && drawn !== undefined) focusCard(index, drawn)
}

/** The one that needs a person after the focused one, round and round. */
export function nextInNeed(index: BoardIndex): CardKey | null {
  const needs = index.needs.get()
  const at = needs.indexOf(focusedCard() ?? '')
  return needs[(at + 1) % Math.max(1, needs.length)] ?? null
}
