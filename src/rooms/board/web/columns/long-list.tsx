// The cards of a long column: only those in sight are drawn. Loaded with the first column that is long enough.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, type ReactNode } from 'react'
import { registerRevealer } from '../cards/revealers.ts'
import { CardItem } from '../cards/card-item.tsx'
import { heightOf, noteHeight } from '../lanes/heights.ts'
import { usePorts } from '../ports.ts'
import type { CardListProps } from './card-list.tsx'

/** Between two cards, in pixels. */
const gap = 8
/** Room above the first card and below the last, in pixels, as in short columns. */
const edge = 4
/** Cards drawn beyond the edges, so that scrolling by keys always finds the next one. */
const overscan = 6

export function LongList({ keys }: CardListProps): ReactNode {
  const { kinds } = usePorts()
  const scroller = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  /** Before the first frame at once, later when the browser tells: asking it makes it lay the page out amid a change. */
  const measure = (item: HTMLElement, entry: ResizeObserverEntry | undefined): number => {
    const key = keys[Number(item.dataset['index'])] ?? ''
    const box = entry?.borderBoxSize[0]
    if (box === undefined && !isFirst.current) return heightOf(kinds, key) + gap
    const height = box === undefined ? item.offsetHeight : Math.round(box.blockSize)
    noteHeight(kinds, key, height - gap)
    return height
  }
  // oxlint-disable-next-line react/incompatible-library -- the page is not compiled, and nothing of it is memoized
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => heightOf(kinds, keys[position] ?? '') + gap,
    // The same as long as the cards are: with another all of them are placed anew.
    getItemKey: useCallback((position: number) => keys[position] ?? position, [keys]),
    measureElement: measure,
    overscan,
    paddingStart: edge,
    paddingEnd: edge,
  })
  const drawn = virtual.getVirtualItems()
  useEffect(() => {
    if (drawn.length > 0) isFirst.current = false
  }, [drawn.length])
  useEffect(
    () =>
      registerRevealer((key) => {
        const position = keys.indexOf(key)
        if (position !== -1) virtual.scrollToIndex(position)
      }),
    [keys, virtual],
  )
  return (
    <div className="scroll" data-scroller ref={scroller}>
      <ul className="long" style={{ height: virtual.getTotalSize() }}>
        {drawn.map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={keys.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <CardItem cardKey={keys[index] ?? ''} />
          </li>
        ))}
      </ul>
    </div>
  )
}
