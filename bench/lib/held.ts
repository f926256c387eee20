// Keeps hold of processes, terminals and folders that a row has made, so that Ctrl+C leaves none of them behind.

const held = new Set<AsyncDisposable>()

/** Answers the resource; it is let go of when its scope or the run ends, whichever comes first. */
export function hold<T extends object>(resource: T, release: () => Promise<void>): T & AsyncDisposable {
  let releasing: Promise<void> | null = null
  const whole = Object.assign(resource, {
    [Symbol.asyncDispose]() {
      held.delete(whole)
      releasing ??= release()
      return releasing
    },
  })
  held.add(whole)
  return whole
}

/** Lets go of everything, the newest first. Answers what failed. */
export async function releaseAll(): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const resource of [...held].toReversed()) {
    try {
      await resource[Symbol.asyncDispose]()
    } catch (error) {
      failures.push(error)
    }
  }
  return failures
}
