// Timers as an argument, so that tests drive the clock.

/** Calls back after `ms`; the answer takes it back. */
export type After = (ms: number, callback: () => void) => () => void

export const realAfter: After = (ms, callback) => {
  const timer = setTimeout(callback, ms).unref()
  return () => clearTimeout(timer)
}
