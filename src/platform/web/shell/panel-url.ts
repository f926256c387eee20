// Which panel is open stands in the address: a reload shows it again, Back goes back to what was there before. One panel at a
// time; one that is opened from another lies over it.
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** The parameters of the address that open a panel, with the page on which a link elsewhere opens it. */
const pageOfPanel = {
  session: '/board',
  task: '/board',
  planet: '/devices',
  node: '/',
  why: '/triage',
  'triage-run': '/triage',
} as const
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

/** Opens the panel over the present page. Over another one that is open it is a step further: Back shows that again. */
export function openPanel(kind: PanelKind, id: string): void {
  const search = new URLSearchParams(location.search)
  if (search.get(kind) === id) return
  navigate(addressWith(search, [kind, id]), { state: { panelsDeep: panelsDeep() + 1 } })
}

/**
 * Follows a link. One to a panel opens it over the present page, in the place of an open one, with the words that are marked
 * there; any other one leaves the page.
 */
export function followLink(href: string): void {
  const to = new URLSearchParams(href.slice(href.indexOf('?') + 1))
  const kind = panels.find((panel) => to.has(panel))
  if (kind === undefined) return navigate(href)
  const search = new URLSearchParams(location.search)
  const isOver = isAnyIn(search)
  const state: unknown = isOver ? history.state : { panelsDeep: panelsDeep() + 1 }
  navigate(addressWith(search, [kind, to.get(kind) ?? ''], to.get(wordsParameter) ?? ''), { replace: isOver, state })
}

/** Words that a search found in what the address opens. */
export const wordsParameter = 'words'

/** An open panel shows this instead, as it does when the focus moves on; without one nothing happens. */
export function followInPanel(kind: PanelKind, id: string): void {
  const search = new URLSearchParams(location.search)
  if (!isAnyIn(search) || search.get(kind) === id) return
  const state: unknown = history.state
  navigate(addressWith(search, [kind, id]), { replace: true, state })
}

/** Closes all panels, as going Back through them would; one that came with the address leaves the address. */
export function closePanel(): void {
  const deep = panelsDeep()
  if (deep === 0) return leaveAddress()
  globalThis.addEventListener('popstate', leaveAddress, { once: true })
  history.go(-deep)
}

function leaveAddress(): void {
  const search = new URLSearchParams(location.search)
  if (isAnyIn(search)) navigate(addressWith(search, null), { replace: true })
}

/** How many panels were opened over the page that is below them all. */
function panelsDeep(): number {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('panelsDeep' in state)) return 0
  return typeof state.panelsDeep === 'number' ? state.panelsDeep : 0
}

function isAnyIn(search: URLSearchParams): boolean {
  return panels.some((panel) => search.has(panel))
}

/** The present page with that panel alone, or with none. Words are those of one panel. */
function addressWith(search: URLSearchParams, panel: readonly [PanelKind, string] | null, words = ''): string {
  for (const each of [...panels, wordsParameter]) search.delete(each)
  if (panel !== null) search.set(...panel)
  if (words !== '') search.set(wordsParameter, words)
  const rest = search.toString()
  return rest === '' ? location.pathname : `${location.pathname}?${rest}`
}
