// Which card's menu is open, and at which element.
import { createValue } from '#platform/web/store/value-store.ts'
import type { CardKey } from '../../core/keys.ts'

export const cardMenu = createValue<{ readonly key: CardKey; readonly anchor: Element } | null>(null)

export function closeCardMenu(): void {
  cardMenu.set(null)
}
