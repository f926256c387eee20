// When a dragged card means another card and not the column below it: it rests over the middle of one for a moment.
import type { CardKey } from './keys.ts'

type Point = { readonly x: number; readonly y: number }

export type Rest = {
  readonly key: CardKey
  /** Where and since when the pointer stands still. */
  readonly at: Point
  readonly sinceMs: number
  readonly isMeant: boolean
}

/** Longer than a person pauses before letting go in a column that is full of cards. */
const restMs = 450
/** A hand trembles. */
const slopPx = 8
/** The part of a card's height, from above and below, that stays the column's. */
const rim = 0.2

/** `key` is the card whose middle is under the pointer, null where none is. Once meant, a card stays so until it is left. */
export function nextRest(
  rest: Rest | null,
  { key, at }: { key: CardKey | null; at: Point },
  nowMs: number,
): Rest | null {
  if (key === null) return null
  if (rest === null || rest.key !== key) return { key, at, sinceMs: nowMs, isMeant: false }
  if (rest.isMeant) return rest
  if (Math.hypot(at.x - rest.at.x, at.y - rest.at.y) > slopPx) return { key, at, sinceMs: nowMs, isMeant: false }
  return nowMs - rest.sinceMs >= restMs ? { ...rest, isMeant: true } : rest
}

/** Whether the point is over a card's middle; its upper and lower rims belong to the column. */
export function isOverMiddle(
  { top, bottom }: { readonly top: number; readonly bottom: number },
  { y }: Point,
): boolean {
  const edge = (bottom - top) * rim
  return y >= top + edge && y <= bottom - edge
}
