// What a room tells of its drags: where a card may be let go, and what that would do.
import type { Point } from './drag.ts'

/** What dropping somewhere would do, said while the card is held there. */
export type Outlook = {
  readonly kind: 'move' | 'link' | 'stay' | 'refused'
  readonly text: string
}

/** A place that takes cards. */
export type Spot<T> = {
  readonly target: T
  readonly element: HTMLElement
  /** How many pixels at the top of its scroller stay covered by heads, which stick there. */
  readonly coveredPx: number
}

/** Where one drag is, asked at each move and again while the pointer stands still; `end` where it lets go. */
export type Hover<T> = {
  readonly see: (at: Point, nowMs: number) => Spot<T> | null
  readonly end: (at: Point) => Spot<T> | null
}

export type DragParts<T> = {
  /** The innermost place under a point, or null. */
  readonly spotAt: (point: Point) => Spot<T> | null
  /** Where more counts than the place under the pointer: made for each drag, it answers instead of `spotAt`. */
  readonly hover?: (key: string) => Hover<T>
  readonly outlook: (key: string, target: T) => Outlook
  /** Null: let go beside every place. */
  readonly drop: (key: string, target: T | null) => void
  /** A finger lifted it and let it go where it was; without this that is a drop like any other. */
  readonly press?: (key: string) => void
}

/** Where a drag is: as its room says, or simply what lies under the pointer. */
export function hoverOf<T>(parts: Pick<DragParts<T>, 'hover' | 'spotAt'>, key: string): Hover<T> {
  return parts.hover?.(key) ?? { see: parts.spotAt, end: parts.spotAt }
}
