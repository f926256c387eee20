// Runs pieces of work one after the other.

export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>

/** Each piece begins once all that were given before have ended, however they went, and answers for itself alone. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    // Whoever gave the work hears of its failure; what follows begins all the same.
    last = done.catch(() => {})
    return done
  }
}
