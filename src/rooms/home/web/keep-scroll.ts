// A reload and the way back find the page scrolled as it was.
import { useEffect, useState, type RefCallback } from 'react'
import { keepScroll } from '#platform/web/shell/keep-scroll.ts'

const name = 'home-scroll'

/** For the element that scrolls; `isReady` once the rows are there that it is scrolled over. */
export function useKeptScroll(isReady: boolean): RefCallback<HTMLElement> {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useEffect(() => {
    if (!isReady || element === null) return
    return keepScroll(element, {
      top: Number(sessionStorage.getItem(name) ?? 0),
      keep: (top) => sessionStorage.setItem(name, String(top)),
    })
  }, [element, isReady])
  return setElement
}
