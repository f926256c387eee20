// Which session's panel is open stands in the address: a reload shows it again, Back closes it.
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { createValue } from '#platform/web/store/value-store.ts'

const parameter = 'session'

/** The id of the session in the address, or null. */
export function useOpenSession(): string | null {
  return new URLSearchParams(useSearch()).get(parameter)
}

/** The id of the session whose panel is shown, for cards: they ask often, and the address is read once for all. */
export const shownSession = createValue<string | null>(null)

/** The address of a session's panel on the board, for links that are opened elsewhere. */
export function hrefOfSession(id: string): string {
  return `/board?${new URLSearchParams({ [parameter]: id }).toString()}`
}

/** Opens the panel over the present page; another one that is open gives way to it. */
export function openSession(id: string): void {
  const search = new URLSearchParams(location.search)
  const isOpen = search.has(parameter)
  if (search.get(parameter) === id) return
  search.set(parameter, id)
  const state: unknown = isOpen ? history.state : { hasPanel: true }
  navigate(`${location.pathname}?${search.toString()}`, { replace: isOpen, state })
}

/** Closes it as Back would, if it was opened here; a panel that came with the address leaves the address. */
export function closeSession(): void {
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'hasPanel' in state) {
    history.back()
    return
  }
  const search = new URLSearchParams(location.search)
  search.delete(parameter)
  const rest = search.toString()
  navigate(rest === '' ? location.pathname : `${location.pathname}?${rest}`, { replace: true })
}
