// The cards that were picked for a change of all of them. Which can be, their kind says.
import { createValue } from '#platform/web/store/value-store.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import type { CardKey } from '../../core/keys.ts'
import type { CardKinds } from './kinds.ts'

export const selection = createValue<ReadonlySet<CardKey>>(new Set())
/** Where a range begins. */
let anchor: CardKey | null = null

/** Whether cards of its kind are changed several at once. */
export function isSelectable(kinds: CardKinds, key: CardKey): boolean {
  return kinds.of(key)?.kind.Bulk !== undefined
}

export function toggleSelected(kinds: CardKinds, key: CardKey): void {
  if (!isSelectable(kinds, key)) {
    const able = kinds.all.filter(({ Bulk }) => Bulk !== undefined).map(({ plural }) => plural)
    toast({ tone: 'idle', title: `Not selected: only ${able.join(' and ')} are changed in bulk.` })
    return
  }
  const next = new Set(selection.get())
  if (!next.delete(key)) next.add(key)
  anchor = key
  selection.set(next)
}

/** From the last picked card to this one, in the order of its column; alone where there is no such range. */
export function selectTo(kinds: CardKinds, key: CardKey, order: readonly CardKey[]): void {
  const from = anchor === null ? -1 : order.indexOf(anchor)
  const to = order.indexOf(key)
  if (from === -1 || to === -1) return toggleSelected(kinds, key)
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  selection.set(new Set([...selection.get(), ...range.filter((each) => isSelectable(kinds, each))]))
  anchor = key
}

export function clearSelection(): void {
  anchor = null
  if (selection.get().size > 0) selection.set(new Set())
}
