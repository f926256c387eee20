// Timers, and the time by which something has waited, as an argument: a test lives through a month in seconds.
import { performance } from 'node:perf_hooks'

export interface Timers {
  /** Milliseconds since some moment. Setting the machine's clock does not change them. */
  passedMs(): number
  /** How many of those milliseconds the event loop had nothing to do. */
  idleMs(): number
  /** Calls back once after `ms`; the answer takes it back. Keeps no process alive. */
  after(ms: number, callback: () => void): () => void
  /** Calls back every `ms` until the answer is called. Keeps no process alive. */
  every(ms: number, callback: () => void): () => void
}

export const systemTimers: Timers = {
  passedMs: () => performance.now(),
  idleMs: () => performance.nodeTiming.idleTime,
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref()
    return () => clearInterval(timer)
  },
}
