// A place in times that are in order.

/** How many of the times are at or before that one. */
export function countUntil(times: readonly number[], ms: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((times[middle] ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low
}
