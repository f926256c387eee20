// What of the board stands in the address: the filter, and on a phone the column.
import { useCallback } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { columns, type ColumnId } from '../core/columns.ts'

export function useFilterText(): readonly [string, (text: string) => void] {
  const text = new URLSearchParams(useSearch()).get('q') ?? ''
  const set = useCallback((next: string) => setParameter('q', next), [])
  return [text, set]
}

/** The column shown where only one fits; null before one was chosen. */
export function useShownColumn(): readonly [ColumnId | null, (column: ColumnId) => void] {
  const wanted = new URLSearchParams(useSearch()).get('col')
  const set = useCallback((next: ColumnId) => setParameter('col', next), [])
  return [columns.find(({ id }) => id === wanted)?.id ?? null, set]
}

/** Typing and switching are no steps that Back should undo. */
function setParameter(name: string, value: string): void {
  const search = new URLSearchParams(location.search)
  if (value === '') search.delete(name)
  else search.set(name, value)
  const rest = search.toString()
  const state: unknown = history.state
  navigate(rest === '' ? location.pathname : `${location.pathname}?${rest}`, { replace: true, state })
}
