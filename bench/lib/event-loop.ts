// How long this process's event loop stood still.
import { readFileSync } from 'node:fs'

/** Watches from now until `end`, which answers the longest time between two turns of the loop, in milliseconds. */
export type LoopWatch = { readonly end: () => Promise<number> }

/** The time that the thread was ready and another program had the processor is taken out. */
export const longestStall = (): LoopWatch => watchLoop(readClock)

/** In milliseconds of the processor: what this thread itself worked, without what it waited for the machine and its disk. */
export const longestTurn = (): LoopWatch => watchLoop(threadMs)

function watchLoop(read: () => number): LoopWatch {
  let longestMs = 0
  let last = read()
  let isOver = false
  const turn = (): void => {
    const now = read()
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

/** Milliseconds of the processor that this thread has used: other programs, and what waits for the disk, do not count. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
