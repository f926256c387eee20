// When to look at tmux: at once when tmux says that something changed, and every 30 s as the net.
import type { Log } from '#platform/server/log/log.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'

/** Specification, 'Limits': session scanner interval. */
export const scanIntervalMs = 30_000

export type ScannerParts = { readonly tmux: Tmux; readonly log: Log; readonly look: () => Promise<void> }

export interface Scanner extends AsyncDisposable {
  /** Looks now; a look under way is followed by another one. Resolves when tmux has been looked at since the call. */
  look(): Promise<void>
}

/** Looks never overlap. One that fails is logged, and the next finds the same again. */
export function startScanner({ tmux, log, look }: ScannerParts): Scanner {
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null

  function lookOnce(): Promise<void> {
    current = look()
      .catch((error: unknown) => log.error({ err: error }, 'a look at tmux failed'))
      .finally(() => {
        current = null
      })
    return current
  }

  function lookSoon(): Promise<void> {
    if (current === null) return lookOnce()
    next ??= current.then(() => {
      next = null
      return lookOnce()
    })
    return next
  }

  const watch = tmux.watch(() => void lookSoon())
  const net = setInterval(() => void lookSoon(), scanIntervalMs)
  return {
    look: lookSoon,
    async [Symbol.asyncDispose]() {
      clearInterval(net)
      await watch[Symbol.asyncDispose]()
      await (next ?? current)
    },
  }
}
