// The tasks that were picked for a change of all of them.
import { createValue } from '#platform/web/store/value-store.ts'
import { toast } from '#platform/web/ui/toasts.ts'
import { readKey, type CardKey } from '../../core/keys.ts'

export const selection = createValue<ReadonlySet<CardKey>>(new Set())
/** Where a range begins. */
let anchor: CardKey | null = null

export function toggleSelected(key: CardKey): void {
  if (readKey(key).kind === 'session') {
    toast({ tone: 'idle', title: 'Not selected: only tasks are changed in bulk.' })
    return
  }
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
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  selection.set(new Set([...selection.get(), ...range.filter((each) => readKey(each).kind === 'task')]))
  anchor = key
}

export function clearSelection(): void {
  anchor = null
  if (selection.get().size > 0) selection.set(new Set())
}
