// Measures a bar of tabs, as it grows and shrinks and as its words get their font.
import { useCallback, useState } from 'react'
import type { Tab } from './tabs.ts'
import { tabsThatFit } from './tabs-that-fit.ts'

type Measured = {
  /** In the order of the tabs. */
  readonly widths: readonly number[]
  readonly morePx: number
  readonly gapPx: number
  readonly roomPx: number
}

type Fitting = {
  /** Goes to the bar: its children are the tabs in order, then what opens the others. All are drawn, seen or not. */
  readonly measure: (bar: HTMLElement | null) => (() => void) | undefined
  readonly fits: (tab: Tab) => boolean
}

export function useTabsThatFit(tabs: readonly Tab[], current: Tab | undefined): Fitting {
  const [measured, setMeasured] = useState<Measured | null>(null)
  const measure = useCallback((bar: HTMLElement | null) => {
    if (bar === null) return undefined
    let known: Measured | null = null
    const look = () => {
      if (bar.clientWidth === 0) return
      const seen = lookAt(bar)
      // The bar is also told of changes beside it that leave it as it is: to draw all tabs for them costs more than the change.
      if (known !== null && isSame(known, seen)) return
      known = seen
      setMeasured(seen)
    }
    // Before the first picture, so that nothing jumps.
    look()
    const observer = new ResizeObserver(look)
    for (const element of [bar, ...bar.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (measured === null) return { measure, fits: () => true }
  const { widths, ...room } = measured
  const byRank = [...tabs.filter(({ isRare }) => isRare !== true), ...tabs.filter(({ isRare }) => isRare === true)]
  const ranked = byRank.toSorted((a, b) => Number(b === current) - Number(a === current)).map(({ id }) => id)
  const fitting = tabsThatFit({ tabs: tabs.map(({ id }, at) => ({ id, px: widths[at] ?? 0 })), ranked, ...room })
  return { measure, fits: ({ id }) => fitting.has(id) }
}

function lookAt(bar: HTMLElement): Measured {
  const widths = [...bar.children].map((child) => child.getBoundingClientRect().width)
  const gapPx = Number.parseFloat(getComputedStyle(bar).columnGap)
  return { widths: widths.slice(0, -1), morePx: widths.at(-1) ?? 0, gapPx, roomPx: bar.getBoundingClientRect().width }
}

function isSame(a: Measured, b: Measured): boolean {
  const isAsWide = a.widths.length === b.widths.length && a.widths.every((width, at) => width === b.widths[at])
  return isAsWide && a.roomPx === b.roomPx && a.morePx === b.morePx && a.gapPx === b.gapPx
}
