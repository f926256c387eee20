// One swimlane: its head, and in each column those of its cards that are in sight.
import { memo, useId, type ReactNode } from 'react'
import type { BoardColumn } from '../../core/columns.ts'
import { rangeInSight, type CellBox, type LaneBox } from '../../core/lane-layout.ts'
import { CardItem } from '../cards/card-item.tsx'
import type { BoardLane } from '../places/board-index.ts'
import { LaneHead } from './lane-head.tsx'
import type { LaneLayout } from './use-lane-layout.ts'
import type { Window } from './use-window.ts'

type Props = {
  readonly lane: BoardLane
  readonly box: LaneBox
  readonly shown: readonly BoardColumn[]
  readonly head: number
  readonly view: Window
  readonly isOpen: boolean
  readonly watch: LaneLayout['watch']
}

/** Renders again when it stands elsewhere, when its cards change, and when the board is scrolled. */
export const LaneView = memo(function LaneView(props: Props): ReactNode {
  const { lane, box, shown, head, view, isOpen, watch } = props
  const headId = useId()
  const top = box.top + head
  return (
    <section className="lane" style={{ top: box.top, height: box.height }} aria-labelledby={headId}>
      <LaneHead lane={lane} headId={headId} isOpen={isOpen} />
      {isOpen ? (
        <div className="cells">
          {shown.map((column, place) => {
            const cell = box.cells[place]
            return cell === undefined ? null : (
              <Cell
                key={column.id}
                column={column}
                lane={box.id}
                cell={cell}
                from={view.from - top}
                to={view.to - top}
                watch={watch}
              />
            )
          })}
        </div>
      ) : null}
    </section>
  )
})

type CellProps = {
  readonly column: BoardColumn
  readonly lane: string
  readonly cell: CellBox
  readonly from: number
  readonly to: number
  readonly watch: LaneLayout['watch']
}

const Cell = memo(function Cell({ column, lane, cell, from, to, watch }: CellProps): ReactNode {
  const [first, end] = rangeInSight(cell.tops, from, to)
  const drawn = cell.keys.slice(first, end)
  return (
    <div className="cell" data-drop={column.id} data-lane={lane} data-column={column.id}>
      {drawn.length === 0 ? null : (
        <ul aria-label={column.title}>
          {drawn.map((key, offset) => (
            <li
              key={key}
              ref={watch}
              data-place={key}
              aria-setsize={cell.keys.length}
              aria-posinset={first + offset + 1}
              style={{ transform: `translateY(${cell.tops[first + offset] ?? 0}px)` }}
            >
              <CardItem cardKey={key} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})
