// One clock for many listeners: it ticks once a second while somebody listens and the page is visible.
import { secondMs } from '#base/time.ts'

/** What a ticker needs of the browser. */
export type TickerWorld = {
  readonly nowMs: () => number
  readonly isVisible: () => boolean
  /** Hears each change of `isVisible`, until the answer is called. */
  readonly onVisibility: (listener: () => void) => () => void
  /** Calls back again and again, until the answer is called. */
  readonly every: (ms: number, callback: () => void) => () => void
}

export type Ticker = {
  /** The present: constant between two ticks, so that a render sees one time everywhere. */
  readonly now: () => number
  /** Hears each tick, until the answer is called. */
  readonly onTick: (listener: () => void) => () => void
}

export function createTicker({ nowMs, isVisible, onVisibility, every }: TickerWorld): Ticker {
  const listeners = new Set<() => void>()
  let now = nowMs()
  let stopTicking: (() => void) | null = null
  let stopWatching: (() => void) | null = null

  function tick(): void {
    now = nowMs()
    for (const listener of listeners) listener()
  }

  function settle(): void {
    const isWanted = listeners.size > 0 && isVisible()
    if (isWanted === (stopTicking !== null)) return
    stopTicking?.()
    stopTicking = isWanted ? every(secondMs, tick) : null
  }

  function begin(): void {
    now = nowMs()
    stopWatching = onVisibility(() => {
      if (isVisible()) tick()
      settle()
    })
  }

  return {
    now: () => now,
    onTick(listener) {
      if (listeners.size === 0) begin()
      listeners.add(listener)
      settle()
      return () => {
        listeners.delete(listener)
        settle()
        if (listeners.size > 0) return
        stopWatching?.()
        stopWatching = null
      }
    },
  }
}
