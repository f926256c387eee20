// Keeps sessions from being opened while a control client connects: before 3.7, tmux dies of the two together.

/**
 * A control client says what it is in several writes. A session that comes or goes between them is told to the half-known
 * client, and the server dies of a segmentation fault with every session in it (tmux 3.2 to 3.6). What others open or what
 * ends at that moment is not ours to hold back; what we open is.
 */
export type Calm = {
  /** Runs the work once no control client connects. */
  readonly open: <T>(work: () => Promise<T>) => Promise<T>
  /** Resolves once nothing is being opened. Nothing is until the answer is called, or for no longer than a second. */
  readonly connect: () => Promise<() => void>
}

/** A connection stands within milliseconds; a tmux that hangs must not hold up more than it does by itself. */
const longestMs = 1000

export function createCalm(mostMs = longestMs): Calm {
  const opening = new Set<Promise<unknown>>()
  const connecting = new Set<Promise<void>>()
  return {
    async open(work) {
      while (connecting.size > 0) await Promise.all(connecting)
      const opened = work()
      opening.add(opened)
      try {
        return await opened
      } finally {
        opening.delete(opened)
      }
    },
    async connect() {
      const { promise, resolve } = Promise.withResolvers<void>()
      connecting.add(promise)
      await Promise.allSettled(opening)
      const stands = (): void => {
        clearTimeout(timer)
        connecting.delete(promise)
        resolve()
      }
      const timer = setTimeout(stands, mostMs)
      return stands
    },
  }
}
