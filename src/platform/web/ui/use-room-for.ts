// How many things of a width fit beside each other in an element, as it grows and shrinks.
import { useCallback, useState } from 'react'

type Room = {
  /** Goes to the element. */
  readonly measure: (element: HTMLElement | null) => (() => void) | undefined
  /** Null until it was measured. */
  readonly count: number | null
}

export function useRoomFor(eachPx: number): Room {
  const [count, setCount] = useState<number | null>(null)
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      let known: number | null = null
      const observer = new ResizeObserver(() => {
        const seen = Math.floor(element.clientWidth / eachPx)
        if (seen === known) return
        known = seen
        setCount(seen)
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [eachPx],
  )
  return { measure, count }
}
