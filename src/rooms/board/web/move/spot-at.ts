// Where a card can be dropped: cells, columns and tabs carry their column, and their lane if they have one.
import { areaAt, type Area, type Point } from '#platform/web/drag/drag.ts'
import type { Spot } from '#platform/web/drag/drag-parts.ts'
import { columns } from '../../core/columns.ts'
import type { BoardTarget } from './move-card.ts'

/** The innermost place under a point, or null. Read anew each time: lists scroll under a drag. */
export function spotAt(point: Point): Spot<BoardTarget> | null {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-drop]')]
  const areas = elements.map((element): Area<HTMLElement> => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { id: element, left, top, right, bottom }
  })
  const element = areaAt(areas, point)
  const target = element === null ? null : targetOf(element)
  if (element === null || target === null) return null
  return { target, element, coveredPx: element.closest('.lanes') === null ? 0 : headHeight }
}

/** Columns' heads and a lane's head stay on top while the board scrolls, in pixels. */
const headHeight = 72

function targetOf({ dataset }: HTMLElement): BoardTarget | null {
  const column = columns.find(({ id }) => id === dataset.drop)?.id
  if (column === undefined) return null
  return dataset.lane === undefined ? { column } : { column, lane: dataset.lane }
}
