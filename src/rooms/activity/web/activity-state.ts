// Whether the drawer is open over the page.
import { createValue } from '#platform/web/store/value-store.ts'

/** The path of the page over which it was opened: it goes with it. Null while it is shut. */
export const activityOpen = createValue<string | null>(null)

export function toggleActivity(): void {
  activityOpen.set(activityOpen.get() === location.pathname ? null : location.pathname)
}
