// Where a card can be dropped: cells, columns and tabs carry their column, and their lane if they have one.
import { areaAt, type Area, type Point } from '../../core/drag.ts'
import { columns } from '../../core/columns.ts'
import type { Target } from '../move-card.ts'

export type Spot = { readonly target: Target; readonly element: HTMLElement }

/** The innermost place under a point, or null. Read anew each time: lists scroll under a drag. */
export function spotAt(point: Point): Spot | null {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-drop]')]
  const areas = elements.map((element): Area<HTMLElement> => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { id: element, left, top, right, bottom }
  })
  const element = areaAt(areas, point)
  const target = element === null ? null : targetOf(element)
  return element === null || target === null ? null : { target, element }
}

function targetOf({ dataset }: HTMLElement): Target | null {
  const column = columns.find(({ id }) => id === dataset.drop)?.id
  if (column === undefined) return null
  return dataset.lane === undefined ? { column } : { column, lane: dataset.lane }
}
