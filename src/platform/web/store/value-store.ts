// One observable value: the smallest store the page has, read by components through `useValue`.
import { useSyncExternalStore } from 'react'

export type ValueStore<T> = {
  readonly get: () => T
  /** Replaces the value; listeners hear of it unless it is the same one. */
  readonly set: (next: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createValue<T>(initial: T): ValueStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Renders with the store's value and again whenever it changes. */
export function useValue<T>(store: ValueStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** Renders again only when `select` of the value changes; it must answer a string, a number, a boolean or null. */
export function useSelection<T, S extends string | number | boolean | null>(
  store: ValueStore<T>,
  select: (value: T) => S,
): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
