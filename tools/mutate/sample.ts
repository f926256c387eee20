// A repeatable choice of some out of many.

/** `count` of `all`, by a generator that starts at `seed`, in the order of `all`. */
export function sample<T>(all: readonly T[], { count, seed }: { count: number; seed: number }): T[] {
  const next = generator(seed)
  const keyed = all.map((value, index) => ({ value, index, key: next() }))
  const chosen = keyed.toSorted((one, other) => one.key - other.key).slice(0, count)
  return chosen.toSorted((one, other) => one.index - other.index).map(({ value }) => value)
}

/** mulberry32: numbers from 0 up to 1. */
function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
