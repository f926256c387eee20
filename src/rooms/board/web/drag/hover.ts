// What a dragged card is over: a column, or another card that the pointer rested on.
import type { Point } from '../../core/drag.ts'
import type { CardKey } from '../../core/keys.ts'
import { isOverMiddle, nextRest, type Rest } from '../../core/rest.ts'
import { spotAt, type Spot } from './areas.ts'

export class Hover {
  readonly #isLinkable: (onto: CardKey) => boolean
  #rest: Rest | null = null

  constructor(isLinkable: (onto: CardKey) => boolean) {
    this.#isLinkable = isLinkable
  }

  /** Asked at each move, and again while the pointer stands still. */
  see(at: Point, nowMs: number): Spot | null {
    const item = cardAt(at)
    const key = item?.dataset.key
    const isOn = item !== null && key !== undefined && (this.#isMeant(key) || this.#isLinkable(key))
    this.#rest = nextRest(this.#rest, { key: isOn ? key : null, at }, nowMs)
    const spot = spotAt(at)
    if (spot === null || item === null || this.#rest?.isMeant !== true) return spot
    return { target: { ...spot.target, card: this.#rest.key }, element: item }
  }

  /** Where letting go means to be: a card that is meant stays so, even where it has just gone from under the pointer. */
  end(at: Point): Spot | null {
    const spot = spotAt(at)
    if (spot === null || this.#rest?.isMeant !== true) return spot
    return { target: { ...spot.target, card: this.#rest.key }, element: spot.element }
  }

  #isMeant(key: CardKey): boolean {
    return this.#rest?.isMeant === true && this.#rest.key === key
  }
}

/** The card whose middle is there. What is lifted lets the pointer through. */
function cardAt(at: Point): HTMLElement | null {
  const item = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-key]') ?? null
  return item !== null && isOverMiddle(item.getBoundingClientRect(), at) ? item : null
}
