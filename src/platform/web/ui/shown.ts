// Tells the styles of the whole page that a part is shown. `body:has(.drawer)` would say the same, and then every card that
// comes or goes costs a look through all that such a rule could reach.
import { useLayoutEffect } from 'react'

type Part = 'drawer' | 'modal' | 'selection' | 'as-of'

const shown = new Map<Part, number>()

/** Keeps `data-<part>` on the page's root while the calling component is shown and `isShown`. */
export function useShown(part: Part, isShown = true): void {
  useLayoutEffect(() => {
    if (!isShown) return
    count(part, 1)
    return () => count(part, -1)
  }, [part, isShown])
}

function count(part: Part, more: number): void {
  const now = (shown.get(part) ?? 0) + more
  shown.set(part, now)
  document.documentElement.toggleAttribute(`data-${part}`, now > 0)
}
