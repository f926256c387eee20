// The cards that were picked, of whichever kind, for a change of all of them.
import { createValue } from '#platform/web/store/value-store.ts'
import type { CardKey } from '../../core/keys.ts'

export const selection = createValue<ReadonlySet<CardKey>>(new Set())
/** Where a range begins. */
let anchor: CardKey | null = null

export function toggleSelected(key: CardKey): void {
  const next = new Set(selection.get())
  if (!next.delete(key)) next.add(key)
  anchor = key
  selection.set(next)
}

/** From the last picked card to this one, in the order of its column; alone where there is no such range. */
export function selectTo(key: CardKey, order: readonly CardKey[]): void {
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const to = order.indexOf(key)
  if (from === -1 || to === -1) return toggleSelected(key)
  selectAll(order.slice(Math.min(from, to), Math.max(from, to) + 1))
  anchor = key
}

/** Adds these to what is picked. */
export function selectAll(keys: readonly CardKey[]): void {
  selection.set(new Set([...selection.get(), ...keys]))
}

/** The cards that an action at this card means: all that are picked if it is one of them, else the card alone. */
export function meantBy(key: CardKey): readonly CardKey[] {
  const picked = selection.get()
  return picked.has(key) ? [...picked] : [key]
}

export function clearSelection(): void {
  anchor = null
  if (selection.get().size > 0) selection.set(new Set())
}
