// The panel of a session in the address.
import { closePanel, hrefOfPanel, openPanel, usePanel } from '#platform/web/shell/panel-url.ts'
import { createValue } from '#platform/web/store/value-store.ts'

/** The id of the session in the address, or null. */
export function useOpenSession(): string | null {
  return usePanel('session')
}

/** The id of the session whose panel is shown, for cards: they ask often, and the address is read once for all. */
export const shownSession = createValue<string | null>(null)

/** The address of a session's panel on the board, for links that are opened elsewhere. */
export function hrefOfSession(id: string): string {
  return hrefOfPanel('session', id)
}

/** Opens the panel over the present page; another one that is open gives way to it. */
export function openSession(id: string): void {
  openPanel('session', id)
}

/** Closes it as Back would, if it was opened here; a panel that came with the address leaves the address. */
export function closeSession(): void {
  closePanel()
}
