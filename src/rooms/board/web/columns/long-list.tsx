// The cards of a long column: only those in sight are drawn. Loaded with the first column that is long enough.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode } from 'react'
import { registerRevealer } from '../cards/card-focus.ts'
import { CardItem } from '../cards/card-item.tsx'
import type { CardListProps } from './card-list.tsx'

/** A usual card with its gap, in pixels; each is measured once it is drawn. */
const usualHeight = 112
/** Room above the first card and below the last, in pixels, as in short columns. */
const edge = 4
/** Cards drawn beyond the edges, so that scrolling by keys always finds the next one. */
const overscan = 6

export function LongList({ keys }: CardListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the page is not compiled, and nothing of it is memoized
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (position) => keys[position] ?? position,
    overscan,
    paddingStart: edge,
    paddingEnd: edge,
  })
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
        {virtual.getVirtualItems().map(({ key, index, start }) => (
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
