// The board by epics: swimlanes under the three columns, of which only the part in sight is drawn.
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { BoardColumn } from '../../core/columns.ts'
import { topOfCard } from '../../core/lane-layout.ts'
import { registerRevealer } from '../cards/revealers.ts'
import { collapsedLanes, openLane } from './collapsed-lanes.ts'
import { ColumnHead } from '../columns/column-head.tsx'
import { usePorts } from '../ports.ts'
import { LaneView } from './lane-view.tsx'
import { useLaneLayout } from './use-lane-layout.ts'
import { useWindow } from './use-window.ts'
import './lanes.css'

/** A lane's head, as the style sheet draws it, in pixels. */
const headHeight = 36
const narrowHeadHeight = 44
/** How far below the top a card is brought when it is looked for: heads cover what is nearer. */
const revealPx = 120

export const LanesView = memo(function LanesView({ shown }: { readonly shown: readonly BoardColumn[] }): ReactNode {
  const { index } = usePorts()
  const lanes = useValue(index.lanes)
  const folded = useValue(collapsedLanes)
  const scroller = useRef<HTMLDivElement>(null)
  const head = useNarrow() ? narrowHeadHeight : headHeight
  const { layout, watch } = useLaneLayout({ lanes, folded, shown, scroller, head })
  const view = useWindow(scroller)
  useEffect(
    () =>
      registerRevealer((key) => {
        const lane = lanes.find((each) => shown.some(({ id }) => each[id].includes(key)))
        if (lane === undefined) return
        openLane(lane.id)
        const top = topOfCard(layout, key, head)
        if (top !== null) scroller.current?.scrollTo({ top: top - revealPx })
      }),
    [lanes, layout, shown, head],
  )
  return (
    <div className="board by-lanes" data-scroller ref={scroller}>
      {shown.length === 1 ? (
        <h2 className="sr">{shown[0]?.title}</h2>
      ) : (
        <div className="cols">
          {shown.map((column) => (
            <ColumnHead key={column.id} column={column} />
          ))}
        </div>
      )}
      <div className="lanes" style={{ height: layout.height }}>
        {layout.lanes.map((box, place) => {
          const lane = lanes[place]
          if (lane === undefined || box.top + box.height < view.from || box.top > view.to) return null
          return <LaneView key={box.id} {...{ lane, box, shown, head, view, watch }} isOpen={!folded.has(box.id)} />
        })}
      </div>
    </div>
  )
})
