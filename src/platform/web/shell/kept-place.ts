// Back and a reload find a list scrolled as it was: the place is kept with the entry of the browser's history.
import { useEffect, useState, type RefCallback } from 'react'
import { keepScroll } from './keep-scroll.ts'

/** For the element that scrolls; `isReady` once the rows are there that it is scrolled over. */
export function useKeptPlace(isReady: boolean): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!isReady || element === null) return
    const path = location.pathname
    return keepScroll(element, {
      top: keptTop(history.state),
      keep(top) {
        // What comes to rest after one has left belongs to no other page.
        if (location.pathname === path) history.replaceState({ ...Object(history.state), top }, '')
      },
    })
  }, [element, isReady])
  return setElement
}

function keptTop(state: unknown): number {
  const { top } = Object(state) as { readonly top?: unknown }
  return typeof top === 'number' ? top : 0
}
