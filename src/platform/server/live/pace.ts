// How long frames are held back: not at all while there is time, up to one refresh of a screen under load.

/** One refresh of a screen: nobody sees changes come faster. */
export const longestWindowMs = 16
/** A timer is exact to a millisecond: what is to wait for less goes at once. */
export const shortestWindowMs = 1

/**
 * Of the time in which the event loop has nothing to do, frames take no more than this. A frame costs whoever reads it
 * more than it costs us, so most of what is idle stays so: at a thousand events a second one viewer hears of each at
 * once, and fifty hear of them some hundred times.
 */
const shareOfIdle = 0.15
/** An event loop that is never idle spends this on frames: it has more important things to do. */
const leastShare = 0.01
/** Viewers that do not keep up: small frames would only make their queue longer. */
const unreadBytes = 64 * 1024

/** Whether a viewer does not keep up, by what it has not read. */
export function isBehind(unsentBytes: number): boolean {
  return unsentBytes > unreadBytes
}

export type LastFrame = {
  /** How long the event loop was busy with making and sending it. */
  readonly costMs: number
  /** How much of the time the event loop has nothing to do, from 0 to 1. */
  readonly idleShare: number
  /** What the slowest viewer has not read. */
  readonly unsentBytes: number
}

/** How long the frame after this one is held back, so that frames take no more than their share of the time; 0 for not at all. */
export function windowAfter({ costMs, idleShare, unsentBytes }: LastFrame): number {
  if (isBehind(unsentBytes)) return longestWindowMs
  const share = Math.max(leastShare, idleShare * shareOfIdle)
  const windowMs = costMs / share - costMs
  return windowMs < shortestWindowMs ? 0 : Math.min(longestWindowMs, windowMs)
}

/** Long enough to tell a busy service from one that has just taken an event. */
const lookBackMs = 50

type Passing = {
  /** Milliseconds since some moment. */
  readonly passedMs: () => number
  /** Milliseconds of them in which the event loop had nothing to do. */
  readonly idleMs: () => number
}

/** Answers how much of the last while the event loop had nothing to do. Costs next to nothing, so that every frame may ask. */
export function watchIdleShare({ passedMs, idleMs }: Passing): () => number {
  let lookedMs = passedMs()
  let idleBeforeMs = idleMs()
  let share = 1
  return () => {
    const nowMs = passedMs()
    if (nowMs - lookedMs < lookBackMs) return share
    const idleNowMs = idleMs()
    share = (idleNowMs - idleBeforeMs) / (nowMs - lookedMs)
    lookedMs = nowMs
    idleBeforeMs = idleNowMs
    return share
  }
}
