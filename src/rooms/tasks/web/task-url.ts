// The panel of a task in the address.
import { hrefOfPanel, openPanel } from '#platform/web/shell/panel-url.ts'
import { createValue } from '#platform/web/store/value-store.ts'

/** The id of the task whose panel is shown, for cards: they ask often, and the address is read once for all. */
export const shownTask = createValue<string | null>(null)

export function hrefOfTask(id: string): string {
  return hrefOfPanel('task', id)
}

/** Opens the panel over the present page; another one that is open gives way to it. */
export function openTask(id: string): void {
  openPanel('task', id)
}
