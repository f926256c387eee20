// What the last frames told, for viewers that come back: the newest change of each resource, since nobody is told an older one.
import type { FeedChange, Frame } from './frames.ts'

/** Of more resources than this nothing is kept: a snapshot weighs less than so many changes. */
const mostChanges = 5000

export interface KeptFrames {
  add(frame: Frame): void
  clear(): void
  /** What a viewer that knows `since` has missed up to `seq`, the last value of each; null when that is not kept any more. */
  missed(since: number, seq: number): readonly FeedChange[] | null
}

type KeptChange = { readonly seq: number; readonly change: FeedChange }

export function createKeptFrames(): KeptFrames {
  /** In the order in which they were told. */
  const newest = new Map<string, KeptChange>()
  /** Who knows this number, or a later one, can be told what is missing. */
  let wholeSince = Number.POSITIVE_INFINITY

  function letGoOfOldest(): void {
    const [oldest] = newest
    if (oldest === undefined) return
    const [key, { seq }] = oldest
    newest.delete(key)
    wholeSince = seq
  }

  return {
    add({ seq, changes }) {
      wholeSince = Math.min(wholeSince, seq - 1)
      for (const change of changes) toEnd(newest, keyOf(change), { seq, change })
      while (newest.size > mostChanges) letGoOfOldest()
    },
    clear() {
      newest.clear()
      wholeSince = Number.POSITIVE_INFINITY
    },
    missed(since, seq) {
      if (since === seq) return []
      if (since > seq || since < wholeSince) return null
      return newest
        .values()
        .filter((kept) => kept.seq > since)
        .map(({ change }) => change)
        .toArray()
    },
  }
}

/** The newest value of a resource takes the newest place. */
export function gather<T extends Named>(changes: Map<string, T>, change: T): void {
  toEnd(changes, keyOf(change), change)
}

type Named = { readonly kind: string; readonly id: string }

const keyOf = ({ kind, id }: Named): string => `${kind} ${id}`

function toEnd<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
}
