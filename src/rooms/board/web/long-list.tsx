// The cards of a long column: only those in sight are drawn. Loaded with the first column that is long enough.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type ReactNode } from 'react'
import { registerRevealer } from './card-focus.ts'
import type { CardListProps } from './card-list.tsx'
import { usePorts } from './ports.ts'

/** A usual card with its gap, in pixels; each is measured once it is drawn. */
const usualHeight = 112
/** Room above the first card and below the last, in pixels, as in short columns. */
const edge = 4
/** Cards drawn beyond the edges, so that scrolling by keys always finds the next one. */
const overscan = 6

export function LongList({ column, ids }: CardListProps): ReactNode {
  const { SessionCard } = usePorts()
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the page is not compiled, and nothing of it is memoized
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (position) => ids[position] ?? position,
    overscan,
    paddingStart: edge,
    paddingEnd: edge,
  })
  useEffect(() => registerRevealer(column, (position) => virtual.scrollToIndex(position)), [column, virtual])
  return (
    <div className="scroll" ref={scroller}>
      <ul className="long" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-setsize={ids.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <SessionCard id={ids[index] ?? ''} />
          </li>
        ))}
      </ul>
    </div>
  )
}
