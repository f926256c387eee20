// Slows guessing down: after a few wrong tries an address is told to wait. A right code is accepted all the same.
import { minuteMs } from '#base/time.ts'

export const wrongTriesLimit = 5
/** Counted from the last wrong try. With 128-bit codes this bounds noise, not the odds. */
const pauseMs = minuteMs
/** Addresses remembered at once: a flood from many of them forgets the oldest, not the memory bound. */
const addressLimit = 1000

/** Times are of `Timers`, which no clock that is set moves. */
export type Throttle = {
  /** Milliseconds until the address may try again; 0 when it may now. */
  waitMs(address: string, passedMs: number): number
  recordWrong(address: string, passedMs: number): void
  forget(address: string): void
}

export function createThrottle(): Throttle {
  const wrong = new Map<string, { tries: number; lastMs: number }>()
  return {
    waitMs(address, passedMs) {
      const entry = wrong.get(address)
      if (entry === undefined || entry.tries < wrongTriesLimit) return 0
      const waitMs = entry.lastMs + pauseMs - passedMs
      if (waitMs > 0) return waitMs
      wrong.delete(address)
      return 0
    },
    recordWrong(address, passedMs) {
      const entry = wrong.get(address)
      const isFresh = entry !== undefined && passedMs - entry.lastMs < pauseMs
      wrong.delete(address)
      wrong.set(address, { tries: isFresh ? entry.tries + 1 : 1, lastMs: passedMs })
      const oldest = wrong.keys().next()
      if (wrong.size > addressLimit && oldest.done !== true) wrong.delete(oldest.value)
    },
    forget(address) {
      wrong.delete(address)
    },
  }
}
