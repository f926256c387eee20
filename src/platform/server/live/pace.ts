// How long frames are held back: hardly at all while there is time, up to one refresh of a screen under load.

/** Changes of one commit come within this. */
export const shortestWindowMs = 2
/** One refresh of a screen: nobody sees changes come faster. */
export const longestWindowMs = 16

/** More than a thousand changes a second. */
const manyChangesAMs = 1
/** A timer that fires this late says that the event loop has no time. */
const lateMs = 4
/** Viewers that do not keep up: small frames would only make their queue longer. */
const unreadBytes = 64 * 1024

export type LastWindow = {
  readonly windowMs: number
  /** How many changes came in it. */
  readonly changes: number
  /** How long after its end its timer fired. */
  readonly lateMs: number
  /** What the slowest viewer has not read. */
  readonly unsentBytes: number
}

/** The window after this one: twice as long under load, half as long without. */
export function nextWindow(last: LastWindow): number {
  const isBusy = last.changes > last.windowMs * manyChangesAMs || last.lateMs > lateMs || last.unsentBytes > unreadBytes
  const wanted = isBusy ? last.windowMs * 2 : last.windowMs / 2
  return Math.min(longestWindowMs, Math.max(shortestWindowMs, wanted))
}
