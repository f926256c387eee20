// What this tab has not sent for certain: a page that ends in the middle leaves it to the next one, which tells of it.
import type { ApprovalCard } from '../../contract.ts'
import { unsentKey } from './unsent-key.ts'

export type UnsentCard = Pick<ApprovalCard, 'id' | 'summary'>

export interface UnsentList {
  add(card: UnsentCard): void
  remove(id: string): void
  /** What an earlier page of this tab left; asked once. */
  takeAll(): readonly UnsentCard[]
}

export function createUnsentList(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null): UnsentList {
  function read(): UnsentCard[] {
    try {
      const kept: unknown = JSON.parse(storage?.getItem(unsentKey) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isCard) : []
    } catch {
      // Another program's words, or storage that is forbidden: nothing is known then.
      return []
    }
  }
  function write(cards: readonly UnsentCard[]): void {
    try {
      if (cards.length === 0) storage?.removeItem(unsentKey)
      else storage?.setItem(unsentKey, JSON.stringify(cards))
    } catch {
      // Storage may be full or forbidden; then only this page knows.
    }
  }
  return {
    add: ({ id, summary }) => write([...read().filter((one) => one.id !== id), { id, summary }]),
    remove: (id) => write(read().filter((one) => one.id !== id)),
    takeAll() {
      const cards = read()
      write([])
      return cards
    },
  }
}

function isCard(value: unknown): value is UnsentCard {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'summary' in value &&
    typeof value.summary === 'string'
  )
}

/** Of this tab: it outlives a reload and a crash of the page, and no other tab reads it. */
export function storageOfTab(): Storage | null {
  try {
    return sessionStorage
  } catch {
    // Forbidden by the browser.
    return null
  }
}
