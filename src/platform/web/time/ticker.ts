// One clock for the whole page: every relative time hangs on it, and it stands still while the page is hidden.
import { asOf } from '../live/as-of.ts'
import { createTicker } from './create-ticker.ts'

const ticker = createTicker({
  nowMs: () => Date.now(),
  isVisible: () => document.visibilityState === 'visible',
  onVisibility(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms)
    return () => clearInterval(timer)
  },
})

/** The ticker's present: constant between two ticks, so that a render sees one time everywhere. */
export const tickerNow = ticker.now

/** Hears each tick, one a second. The ticker runs only while somebody listens and the page is visible. */
export const onTick = ticker.onTick

/**
 * The present of what is shown: while the service does not answer it stands still, since nobody knows what goes on. What
 * happens on the page itself, such as a countdown, hangs on `tickerNow`.
 */
export function shownNow(): number {
  return asOf.get() ?? tickerNow()
}

/** Hears each change of `shownNow`. */
export function onShownTick(listener: () => void): () => void {
  const stops = [onTick(listener), asOf.subscribe(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}
