// How many bodies run at once on this machine; more wait in the order in which they came.

/** Most bodies wait for programs and networks, so there may be many; a thousand at once would only hinder each other. */
export const bodiesAtOnce = 64

export interface RunPlaces {
  /** Calls back at once while a place is free, else when one becomes free. The answer gives up waiting. */
  take(callback: () => void): () => void
  /** Gives a place back. */
  give(): void
}

export function createPlaces(count: number): RunPlaces {
  let free = count
  const waiting = new Set<() => void>()
  return {
    take(callback) {
      if (free > 0) {
        free -= 1
        callback()
        return () => {}
      }
      // An own function for each, since a set holds a function once.
      const entry = () => callback()
      waiting.add(entry)
      return () => void waiting.delete(entry)
    },
    give() {
      const [next] = waiting
      if (next === undefined) {
        free += 1
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
