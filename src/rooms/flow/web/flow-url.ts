// Where things of this page stand in the address: a strand, a run, a step, the filters, the calendar.
import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { usePathname } from 'wouter/use-browser-location'

/** What the address shows beside the list. */
export type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'calendar' }
  | { readonly kind: 'strand'; readonly strandId: string }
  | { readonly kind: 'run'; readonly strandId: string; readonly runId: string }

/** Filters of the list go along from view to view; the others belong to one view. */
const listNames = ['q', 'status'] as const

export function useShown(): Shown {
  const path = usePathname()
  const search = useSearch()
  return useMemo(() => shownAt(path, search), [path, search])
}

/** Ids are encoded in the address: they may hold whatever a sender chose. */
export function shownAt(path: string, search: string): Shown {
  const [, , strand = '', kind, run = ''] = path.split('/').map(decoded)
  if (strand !== '' && kind === 'runs' && run !== '') return { kind: 'run', strandId: strand, runId: run }
  if (strand !== '') return { kind: 'strand', strandId: strand }
  return new URLSearchParams(search).get('view') === 'calendar' ? { kind: 'calendar' } : { kind: 'nothing' }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // Typed by hand: a percent sign that begins nothing stays one.
    return part
  }
}

export function hrefOfStrand(id: string): string {
  return withList(`/strands/${encodeURIComponent(id)}`)
}

export function hrefOfRun(strandId: string, runId: string, step?: string): string {
  const path = `/strands/${encodeURIComponent(strandId)}/runs/${encodeURIComponent(runId)}`
  return withList(path, step === undefined ? {} : { step })
}

export function hrefOfCalendar(): string {
  return withList('/strands', { view: 'calendar' })
}

export function hrefOfList(): string {
  return withList('/strands')
}

function withList(path: string, more: Readonly<Record<string, string>> = {}): string {
  const now = new URLSearchParams(location.pathname.startsWith('/strands') ? location.search : '')
  const search = new URLSearchParams()
  for (const name of listNames) {
    const value = now.get(name)
    if (value !== null) search.set(name, value)
  }
  for (const [name, value] of Object.entries(more)) search.set(name, value)
  return withSearch(path, search)
}

function withSearch(path: string, search: URLSearchParams): string {
  const rest = search.toString()
  return rest === '' ? path : `${path}?${rest}`
}
