// Parameters of the address that say what of a page is shown: a filter, a column, what is typed.
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

/** One parameter; empty when it is not there. */
export function useParameter(name: string): string {
  return new URLSearchParams(useSearch()).get(name) ?? ''
}

/** Sets some and leaves the others; an empty value takes its parameter away. No step that Back should undo. */
export function setParameters(values: Readonly<Record<string, string>>): void {
  const search = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(values)) {
    if (value === '') search.delete(name)
    else search.set(name, value)
  }
  const rest = search.toString()
  const state: unknown = history.state
  navigate(rest === '' ? location.pathname : `${location.pathname}?${rest}`, { replace: true, state })
}
