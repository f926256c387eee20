// What a dragged card is over: a column, or another card that the pointer rested on.
import type { Point } from '#platform/web/drag/drag.ts'
import type { Hover } from '#platform/web/drag/drag-parts.ts'
import type { CardKey } from '../../core/keys.ts'
import { isOverMiddle, nextRest, type Rest } from '../../core/rest.ts'
import type { BoardTarget } from './move-card.ts'
import { spotAt } from './spot-at.ts'

/** `isLinkable`: whether resting on that card means it, and not the column that it stands in. */
export function restHover(isLinkable: (onto: CardKey) => boolean): Hover<BoardTarget> {
  let rest: Rest | null = null
  const isMeant = (key: CardKey) => rest?.isMeant === true && rest.key === key
  return {
    see(at, nowMs) {
      const item = cardAt(at)
      const key = item?.dataset.key
      const isOn = item !== null && key !== undefined && (isMeant(key) || isLinkable(key))
      rest = nextRest(rest, { key: isOn ? key : null, at }, nowMs)
      const spot = spotAt(at)
      if (spot === null || item === null || rest?.isMeant !== true) return spot
      return { ...spot, target: { ...spot.target, card: rest.key }, element: item }
    },
    // A card that is meant stays so, even where it has just gone from under the pointer.
    end(at) {
      const spot = spotAt(at)
      if (spot === null || rest?.isMeant !== true) return spot
      return { ...spot, target: { ...spot.target, card: rest.key } }
    },
  }
}

/** The card whose middle is there. What is lifted lets the pointer through. */
function cardAt(at: Point): HTMLElement | null {
  const item = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-key]') ?? null
  return item !== null && isOverMiddle(item.getBoundingClientRect(), at) ? item : null
}
