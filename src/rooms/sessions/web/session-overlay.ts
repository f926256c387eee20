// Which small panel of which session is open, and at which element.
import { createValue } from '#platform/web/store/value-store.ts'

export type SessionOverlay = { readonly kind: 'why' | 'attach'; readonly id: string; readonly anchor: Element }

export const sessionOverlay = createValue<SessionOverlay | null>(null)

export function closeOverlay(): void {
  sessionOverlay.set(null)
}
