// What of the inbox stands in the address: whether it is open over the page and at which item, and what it is filtered for.
// On a phone it is a page of its own.
import { useLocation, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { setParameters } from '#platform/web/shell/parameters.ts'
import { isNarrowNow } from '#platform/web/ui/use-narrow.ts'
import { sectionIds } from '../core/arrange.ts'
import type { InboxFilter } from '../core/narrow.ts'

export const inboxPath = '/needs-you'

/** Over another page the parameters stand beside those of that page, which may filter, too. */
const onItsPage = { item: 'item', q: 'q', section: 'section' } as const
const overAPage = { item: 'inbox', q: 'inbox-q', section: 'inbox-section' } as const

const namesAt = (path: string): Readonly<Record<'item' | 'q' | 'section', string>> =>
  path === inboxPath ? onItsPage : overAPage

/** Open at no item in particular. */
const anyItem = 'open'

/** Whether it is open over the page, and the item to begin with; null for the first that waits. */
export function useInboxOver(): { readonly item: string | null } | null {
  const search = useSearch()
  const [path] = useLocation()
  const item = new URLSearchParams(search).get(overAPage.item)
  if (item === null || path === inboxPath) return null
  return { item: item === anyItem ? null : item }
}

/** The address of the inbox with the item open. */
export function hrefOfInbox(item: string | null = null): string {
  return item === null ? inboxPath : `${inboxPath}?${new URLSearchParams({ item }).toString()}`
}

export function openInbox(item: string | null = null): void {
  const hasPlace = document.querySelector(inboxAnchor) !== null
  if (!hasPlace || isNarrowNow() || location.pathname === inboxPath) navigate(hrefOfInbox(item))
  else setParameters({ [overAPage.item]: item ?? anyItem })
}

/** Where it hangs: its count in the top bar. */
export const inboxAnchor = '.needbtn'

export function closeInbox(): void {
  setParameters(Object.fromEntries(Object.values(overAPage).map((name) => [name, ''])))
}

/** What it is filtered for, wherever it is shown. */
export function useInboxFilter(): InboxFilter {
  const search = new URLSearchParams(useSearch())
  const [path] = useLocation()
  const names = namesAt(path)
  return {
    q: search.get(names.q) ?? '',
    section: sectionIds.find((id) => id === search.get(names.section)) ?? null,
  }
}

export function filterInbox(filter: Partial<InboxFilter>): void {
  const names = namesAt(location.pathname)
  setParameters({
    ...(filter.q === undefined ? {} : { [names.q]: filter.q }),
    ...(filter.section === undefined ? {} : { [names.section]: filter.section ?? '' }),
  })
}
