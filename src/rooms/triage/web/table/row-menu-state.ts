// Which row's menu is open, and at which element.
import { createValue } from '#platform/web/store/value-store.ts'

export const rowMenu = createValue<{ readonly task: string; readonly anchor: Element } | null>(null)

export function closeRowMenu(): void {
  rowMenu.set(null)
}
