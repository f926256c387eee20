// A value that changes while the service runs: asked for when it is used, or followed.

export interface Watched<T> {
  /** As it is now. To be asked for at each use: what is kept of it grows old. */
  now(): T
  /** Calls back after each change until the answer is called. The listener must not throw. */
  follow(listener: (now: T, before: T) => void): () => void
}

export interface WatchedValue<T> extends Watched<T> {
  set(next: T): void
}

export function createWatched<T>(initial: T): WatchedValue<T> {
  const listeners = new Set<(now: T, before: T) => void>()
  let value = initial
  return {
    now: () => value,
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set(next) {
      const before = value
      value = next
      for (const listener of listeners) listener(next, before)
    },
  }
}

/**
 * An object whose fields are always as they are now. Hold the view and ask it for a field where the field is used: a field
 * that was taken out of it grows old.
 */
export function viewOf<T extends object>(watched: Watched<T>): T {
  const keys = Object.keys(watched.now()) as (keyof T)[]
  const view = Object.fromEntries(keys.map((key) => [key, null])) as T
  for (const key of keys) Object.defineProperty(view, key, { enumerable: true, get: () => watched.now()[key] })
  return Object.freeze(view)
}
