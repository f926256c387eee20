// The number keys of a correction: a value of a part, or a lane by its place.
import { laneOrder } from '../../core/lanes.ts'
import type { Wish } from './what-if.ts'

/** What a part may be. */
export const partValues = [1, 2, 3, 4, 5] as const

/** The wish that the key asks for; null for every other key. */
export function wishByKey(key: string, wish: Wish): Wish | null {
  if (wish.kind === 'part') {
    const value = partValues.find((each) => String(each) === key)
    return value === undefined ? null : { ...wish, value }
  }
  const lane = laneOrder.find((_, index) => String(index + 1) === key)
  return lane === undefined ? null : { ...wish, lane }
}
