// The part of a scrolled list that is worth drawing; it moves in steps, so that not each pixel draws anew.
import { useEffect, useState, type RefObject } from 'react'

/** In pixels: how often the window moves, and how much is drawn beyond what is seen. */
const stepPx = 240
const beyondPx = 480

export type Window = { readonly from: number; readonly to: number }

export function useWindow(scroller: RefObject<HTMLElement | null>): Window {
  // The first frame shows what is in sight; the rest follows it, when the observer tells of the size.
  const [view, setView] = useState<Window>({ from: 0, to: globalThis.innerHeight })
  useEffect(() => {
    const list = scroller.current
    if (list === null) return
    const look = () => {
      const first = Math.floor(list.scrollTop / stepPx) * stepPx
      const from = first - beyondPx
      const to = first + stepPx + list.clientHeight + beyondPx
      setView((before) => (before.from === from && before.to === to ? before : { from, to }))
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [scroller])
  return view
}
