// When to look at tmux: at once when tmux says that something changed, and every 30 s as the net.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '#platform/server/log/log.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'

/** Specification, 'Limits': session scanner interval. */
export const scanIntervalMs = 30_000

export type ScannerParts = {
  readonly tmux: Pick<Tmux, 'watch'>
  readonly log: Log
  readonly look: () => Promise<void>
  /** Resolves once the terminals are open, or refused, that the service itself is opening now; at once where there are none. */
  readonly whileOpening: () => Promise<unknown>
}

export interface Scanner extends AsyncDisposable {
  /** Resolves after the first look. */
  readonly firstLook: Promise<void>
  /** Looks now, or after the look under way; nobody waits for it. */
  lookSoon(): void
}

/** Looks never overlap. One that fails is logged, and the next finds the same again. */
export function startScanner({ tmux, log, look, whileOpening }: ScannerParts): Scanner {
  let current: Promise<void> | null = null
  let next: Promise<void> | null = null
  let noticed: Promise<void> | null = null
  let isStopping = false

  function lookOnce(): Promise<void> {
    current = look()
      .catch((error: unknown) => log.error({ err: error }, 'a look at tmux failed'))
      .finally(() => {
        current = null
      })
    return current
  }

  /** Looks now; a look under way is followed by another one. */
  function lookSoon(): Promise<void> | null {
    if (isStopping) return null
    if (current === null) return lookOnce()
    next ??= current.then(() => {
      next = null
      return lookOnce()
    })
    return next
  }

  /** tmux tells of our own terminals, too. A look before their start is over would judge nothing of them, and hold it up. */
  async function lookAfterOpening(): Promise<void> {
    await whileOpening()
    noticed = null
    void lookSoon()
  }

  const firstLook = lookOnce()
  // Later, since a start waits for the first look and the watch is a program of its own. It looks again when it is attached.
  const watching = firstLook.then(() => nextTurn()).then(() => tmux.watch(() => void (noticed ??= lookAfterOpening())))
  const net = setInterval(() => void lookSoon(), scanIntervalMs)
  return {
    firstLook,
    lookSoon: () => void lookSoon(),
    async [Symbol.asyncDispose]() {
      isStopping = true
      clearInterval(net)
      const watch = await watching
      await watch[Symbol.asyncDispose]()
      await (next ?? current)
    },
  }
}
