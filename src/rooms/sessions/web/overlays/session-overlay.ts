// Which small panel of which session is open, and at which element.
import { createValue } from '#platform/web/store/value-store.ts'

export type SessionOverlay = {
  readonly kind: 'why' | 'attach' | 'after'
  readonly id: string
  readonly anchor: Element
}

export const sessionOverlay = createValue<SessionOverlay | null>(null)

export function closeOverlay(): void {
  sessionOverlay.set(null)
}

/** Opens the panel that links a session to what starts it. */
export function openStartAfter(id: string, anchor: Element): void {
  sessionOverlay.set({ kind: 'after', id, anchor })
}
