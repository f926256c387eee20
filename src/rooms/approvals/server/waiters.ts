// Hooks that wait for an answer: each holds one request at a time, and asks again at once when it was told to.
import type { Timers } from '#platform/server/timers.ts'

/** How long a hook may be away between two requests before nobody asks any more. */
const absentMs = 15_000

export interface Waiters {
  /** Resolves once that approval changed, after `ms`, or when the caller is gone. */
  wait(id: string, given: { readonly ms: number; readonly signal: AbortSignal }): Promise<void>
  /** Wakes whoever waits for it. */
  wake(id: string): void
  /** Whether its hook has been away for too long. One that was never seen counts from its first mention here. */
  isGone(id: string): boolean
  forget(id: string): void
}

type Seen = { waiting: number; lastMs: number; readonly wakes: Set<() => void> }

export function createWaiters(timers: Pick<Timers, 'after' | 'passedMs'>): Waiters {
  const seen = new Map<string, Seen>()

  function of(id: string): Seen {
    const known = seen.get(id) ?? { waiting: 0, lastMs: timers.passedMs(), wakes: new Set() }
    seen.set(id, known)
    return known
  }

  return {
    async wait(id, { ms, signal }) {
      const one = of(id)
      one.waiting += 1
      const { promise, resolve } = Promise.withResolvers<void>()
      const stop = timers.after(ms, resolve)
      one.wakes.add(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      await promise
      stop()
      one.wakes.delete(resolve)
      one.waiting -= 1
      one.lastMs = timers.passedMs()
    },
    wake(id) {
      for (const wake of seen.get(id)?.wakes ?? []) wake()
    },
    isGone(id) {
      const { waiting, lastMs } = of(id)
      return waiting === 0 && timers.passedMs() - lastMs > absentMs
    },
    forget: (id) => void seen.delete(id),
  }
}
