// How long to wait before the next try.

/** The first wait; a service that restarts is back in about a second. */
const firstMs = 500
/** The longest wait: a service that comes back is noticed within this time. */
const longestMs = 15_000

/** Doubles with each failed try (0 for the first) and spreads by `random` (0 to 1), so that viewers do not return at once. */
export function backoffMs(tries: number, random: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 16))
  return Math.round(full * (0.5 + 0.5 * random))
}
