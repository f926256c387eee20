// How long a daemon waits before it dials again: full jitter, so that devices do not come back together after a hub's restart.

const leastMs = 1000
const mostMs = 60_000

/** `failures` in a row, 1 after the first; `random` is from 0 to below 1. */
export function retryDelay(failures: number, random: number): number {
  const ceiling = Math.min(mostMs, leastMs * 2 ** Math.min(failures, 10))
  return Math.round(leastMs + random * (ceiling - leastMs))
}

/** What is not worth a try soon: a hub in legacy mode, or one that speaks no common protocol. */
export function slowRetryDelay(random: number): number {
  return Math.round(mostMs * (0.5 + 0.5 * random))
}
