// How long this process's event loop stood still.
import { readFileSync } from 'node:fs'

/**
 * Watches until `end`, which answers the longest time between two turns of the loop, in milliseconds. The time that the
 * thread was ready and another program had the processor is taken out.
 */
export function longestStall(): { readonly end: () => Promise<number> } {
  let longestMs = 0
  let last = readClock()
  let isOver = false
  const turn = (): void => {
    const now = readClock()
    longestMs = Math.max(longestMs, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    async end() {
      // The turn that ends the work counts, too.
      await new Promise((resolve) => setImmediate(resolve))
      isOver = true
      return longestMs
    },
  }
}

/** A clock that stands while the main thread waits for a processor; its second figure counts that in nanoseconds. */
function readClock(): number {
  const waited = Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1])
  return performance.now() - waited / 1e6
}
