// Work that nobody who is answered waits for.
import type { Log } from '#platform/server/log/log.ts'

export type Background = {
  /** Starts the work; its failure is logged. */
  readonly run: (work: () => Promise<unknown>) => void
  /** Resolves when nothing is under way any more, for an orderly end. */
  readonly settled: () => Promise<void>
}

export function trackBackground(log: Log): Background {
  const running = new Set<Promise<unknown>>()
  return {
    run(work) {
      const promise = work().catch((error: unknown) => log.error({ err: error }, 'work in the background failed'))
      running.add(promise)
      void promise.finally(() => running.delete(promise))
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
