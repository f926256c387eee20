// Where lanes and cards stand, kept in step with what is drawn: cards are measured and the rest moves accordingly.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { BoardColumn } from '../../core/columns.ts'
import type { BoardLayout } from '../../core/lane-layout.ts'
import type { BoardLane } from '../places/board-index.ts'
import { usePorts } from '../ports.ts'
import { CardWatch, type CardSize } from './card-watch.ts'
import { heightOf, isMeasured, noteHeight, noteWidth } from './heights.ts'
import { LaneBook } from './lane-book.ts'

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

export function useLaneLayout({ lanes, folded, shown, scroller, head }: Given): LaneLayout {
  const { kinds } = usePorts()
  const [version, setVersion] = useState(0)
  const book = useMemo(() => new LaneBook((key) => heightOf(kinds, key)), [kinds])
  const layout = useMemo(() => {
    const inputs = lanes.map((lane) => ({
      id: lane.id,
      isOpen: !folded.has(lane.id),
      cells: shown.map(({ id }) => lane[id]),
    }))
    return book.layOut(inputs, head)
    // oxlint-disable-next-line react/exhaustive-deps -- the version stands for the measured heights
  }, [book, lanes, folded, shown, head, version])
  const take = (sizes: readonly CardSize[]) => {
    for (const { key, height } of sizes) noteHeight(kinds, key, height)
    const scrolled = scroller.current?.scrollTop ?? 0
    if (book.takeSizes(sizes, { layout, head, scrolled })) setVersion((count) => count + 1)
  }
  useLayoutEffect(() => {
    const shift = book.shift(layout, head)
    if (shift !== 0) scroller.current?.scrollBy(0, shift)
  }, [book, layout, head, scroller])
  const latest = useRef(take)
  const [cards] = useState(() => new CardWatch((sizes) => latest.current(sizes)))
  useLayoutEffect(() => {
    latest.current = take
    const sizes = cards.takeFresh({
      isKnown: (key) => isMeasured(kinds, key),
      hasForgotten() {
        const hasForgotten = noteWidth(scroller.current?.clientWidth ?? 0)
        if (hasForgotten) book.forget()
        return hasForgotten
      },
    })
    if (sizes !== null) take(sizes)
  })
  const watch = useCallback((item: HTMLElement | null) => (item === null ? undefined : cards.add(item)), [cards])
  useResize(scroller, () => {
    cards.measureAgain()
    setVersion((count) => count + 1)
  })
  return { layout, watch }
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
