// Where lanes and cards stand, kept in step with what is drawn: cards are measured and the rest moves accordingly.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { BoardColumn } from '../../core/columns.ts'
import type { CardKey } from '../../core/keys.ts'
import {
  cardAt,
  layoutCell,
  layoutLanes,
  topOfCard,
  type CellBox,
  type BoardLayout,
  type Measures,
} from '../../core/lane-layout.ts'
import type { BoardLane } from '../places/board-index.ts'
import { usePorts } from '../ports.ts'
import { heightOf, isMeasured, noteHeight, noteWidth } from './heights.ts'

type Given = {
  readonly lanes: readonly BoardLane[]
  readonly folded: ReadonlySet<string>
  readonly shown: readonly BoardColumn[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly head: number
}

export type LaneLayout = {
  readonly layout: BoardLayout
  /** Given to each drawn card as its `ref`. */
  readonly watch: (item: HTMLElement | null) => (() => void) | undefined
}

/** Between cards, and the least height of a cell in which something can be dropped, in pixels. */
const gap = 8
const emptyCell = 44

export function useLaneLayout({ lanes, folded, shown, scroller, head }: Given): LaneLayout {
  const { kinds } = usePorts()
  const [version, setVersion] = useState(0)
  /** Cells as they were laid out; one whose card was measured anew is taken out. */
  const cells = useRef(new WeakMap<readonly string[], CellBox>())
  const anchor = useRef<{ readonly key: CardKey; readonly top: number } | null>(null)
  const layout = useMemo(() => {
    const measures: Measures = { head, gap, emptyCell, heightOf: (key) => heightOf(kinds, key) }
    const inputs = lanes.map((lane) => ({
      id: lane.id,
      isOpen: !folded.has(lane.id),
      cells: shown.map(({ id }) => lane[id]),
    }))
    return layoutLanes(inputs, measures, (keys) => remembered(cells.current, keys, measures))
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for the measured heights
  }, [kinds, lanes, folded, shown, head, version])
  const take = useCallback(
    (sizes: readonly Size[]) => {
      const changed = new Set(sizes.filter(({ key, height }) => noteHeight(kinds, key, height)).map(({ key }) => key))
      if (changed.size === 0) return
      for (const lane of layout.lanes) {
        for (const { keys } of lane.cells) if (keys.some((key) => changed.has(key))) cells.current.delete(keys)
      }
      const scrolled = scroller.current?.scrollTop ?? 0
      // What a person reads stays where it is while cards above it turn out higher or lower than guessed.
      anchor.current = scrolled > 0 ? cardAt(layout, scrolled, head) : null
      setVersion((count) => count + 1)
    },
    [kinds, layout, scroller, head],
  )
  useLayoutEffect(() => {
    const before = anchor.current
    anchor.current = null
    const top = before === null ? null : topOfCard(layout, before.key, head)
    if (before !== null && top !== null) scroller.current?.scrollBy(0, top - before.top)
  }, [layout, head, scroller])
  const { watch, watched } = useMeasures(take, () => {
    if (!noteWidth(scroller.current?.clientWidth ?? 0)) return false
    cells.current = new WeakMap()
    return true
  })
  useResize(scroller, () => {
    watched()
    setVersion((count) => count + 1)
  })
  return { layout, watch }
}

function remembered(cells: WeakMap<readonly string[], CellBox>, keys: readonly string[], measures: Measures): CellBox {
  const known = cells.get(keys)
  if (known !== undefined) return known
  const cell = layoutCell(keys, measures)
  cells.set(keys, cell)
  return cell
}

type Size = { readonly key: CardKey; readonly height: number }

type Measuring = {
  readonly watch: LaneLayout['watch']
  /** Lets all drawn cards be measured again at the next commit. */
  readonly watched: () => void
}

/**
 * New cards are measured before they are seen, later changes of their size when the browser tells of them. `hasForgotten`
 * is asked first: in columns of another width nothing that was measured holds.
 */
function useMeasures(take: (sizes: readonly Size[]) => void, hasForgotten: () => boolean): Measuring {
  const latest = useRef(take)
  const drawn = useRef(new Set<HTMLElement>())
  const fresh = useRef(new Set<HTMLElement>())
  const observer = useRef<ResizeObserver | null>(null)
  useLayoutEffect(() => {
    latest.current = take
    if (fresh.current.size === 0) return
    const asked = hasForgotten() ? drawn.current : fresh.current
    const added = [...asked].filter((item) => !isMeasured(keyOf(item)))
    fresh.current.clear()
    take(added.map((item) => ({ key: keyOf(item), height: item.offsetHeight })))
  })
  const watched = useCallback(() => {
    fresh.current = new Set(drawn.current)
  }, [])
  const watch = useCallback((item: HTMLElement | null) => {
    if (item === null) return
    const sizes = (observer.current ??= new ResizeObserver((entries) => latest.current(sizesOf(entries))))
    drawn.current.add(item)
    fresh.current.add(item)
    sizes.observe(item)
    return () => {
      drawn.current.delete(item)
      fresh.current.delete(item)
      sizes.unobserve(item)
    }
  }, [])
  return { watch, watched }
}

function sizesOf(entries: readonly ResizeObserverEntry[]): Size[] {
  return entries.flatMap(({ target, borderBoxSize: [box] }) =>
    target.isConnected && box !== undefined ? [{ key: keyOf(target), height: Math.round(box.blockSize) }] : [],
  )
}

function keyOf(item: Element): CardKey {
  return item.getAttribute('data-place') ?? ''
}

function useResize(scroller: RefObject<HTMLElement | null>, onResize: () => void): void {
  const latest = useRef(onResize)
  useEffect(() => {
    latest.current = onResize
  })
  useEffect(() => {
    const list = scroller.current
    if (list === null) return
    let width = list.clientWidth
    const sizes = new ResizeObserver(() => {
      if (list.clientWidth === width) return
      width = list.clientWidth
      latest.current()
    })
    sizes.observe(list)
    return () => sizes.disconnect()
  }, [scroller])
}
