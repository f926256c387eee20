// A change of a map that leaves the map as it is: copied with its first write, and not at all where nothing is written.

/** As a map, of what it was made of and what was written since. */
export interface MapDraft<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): void
  delete(key: K): void
  /** All of it; the map itself while nothing was written. No later write changes what was answered before. */
  now(): ReadonlyMap<K, V>
}

export function draftMap<K, V>(of: ReadonlyMap<K, V>): MapDraft<K, V> {
  let current = of
  let own: Map<K, V> | null = null
  const change = (): Map<K, V> => {
    own ??= new Map(current)
    current = own
    return own
  }
  return {
    get: (key) => current.get(key),
    set: (key, value) => void change().set(key, value),
    delete(key) {
      if (current.has(key)) change().delete(key)
    },
    now() {
      own = null
      return current
    },
  }
}
