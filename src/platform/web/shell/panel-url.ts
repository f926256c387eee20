// Which panel is open stands in the address: a reload shows it again, Back closes it. One panel at a time.
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** The parameters of the address that open a panel, with the page on which a link elsewhere opens it. */
const pageOfPanel = { session: '/board', task: '/board', why: '/triage', 'triage-run': '/triage' } as const
export type PanelKind = keyof typeof pageOfPanel
const panels = Object.keys(pageOfPanel) as readonly PanelKind[]

/** The id in the address, or null. */
export function usePanel(kind: PanelKind): string | null {
  return new URLSearchParams(useSearch()).get(kind)
}

/** The address of a panel on its own page, for links that are opened elsewhere. */
export function hrefOfPanel(kind: PanelKind, id: string): string {
  return `${pageOfPanel[kind]}?${new URLSearchParams({ [kind]: id }).toString()}`
}

/** Opens the panel over the present page; another one that is open gives way to it. */
export function openPanel(kind: PanelKind, id: string): void {
  const search = new URLSearchParams(location.search)
  if (search.get(kind) === id) return
  const isOpen = panels.some((panel) => search.has(panel))
  for (const panel of panels) search.delete(panel)
  search.set(kind, id)
  const state: unknown = isOpen ? history.state : { hasPanel: true }
  navigate(`${location.pathname}?${search.toString()}`, { replace: isOpen, state })
}

/** Closes it as Back would, if it was opened here; a panel that came with the address leaves the address. */
export function closePanel(): void {
  const state: unknown = history.state
  if (typeof state === 'object' && state !== null && 'hasPanel' in state) {
    history.back()
    return
  }
  const search = new URLSearchParams(location.search)
  for (const panel of panels) search.delete(panel)
  const rest = search.toString()
  navigate(rest === '' ? location.pathname : `${location.pathname}?${rest}`, { replace: true })
}
