// Gathers changes into frames: the first after a quiet time at once, a storm once every 16 ms, the last value of each.
import type { FeedChange, Publish } from './feed.ts'

/** One refresh of a screen: nobody sees changes come faster. */
export const windowMs = 16

/** Frames kept for viewers that come back: at one a window, the last sixteen seconds of a storm, or a day of calm. */
const keptFrames = 1000

/** Kept frames hold no more than this many changes together. */
const keptChanges = 20_000

export type Frame = { readonly seq: number; readonly changes: readonly FeedChange[] }

export type ChangeFeedParts = {
  /** The number of the last frame that any earlier process may have sent. */
  readonly startSeq: number
  /** Gets each frame once, in order. */
  readonly send: (frame: Frame) => void
  /** Calls back after `ms`; stands for setTimeout. */
  readonly after: (ms: number, callback: () => void) => void
}

export interface ChangeFeed {
  readonly publish: Publish
  /** The number of the last frame. */
  seq(): number
  /** What a viewer that knows `since` has missed, the last value of each; null when that is not known any more. */
  missed(since: number): readonly FeedChange[] | null
}

export function createChangeFeed({ startSeq, send, after }: ChangeFeedParts): ChangeFeed {
  let seq = startSeq
  let windowOpen = false
  let pending = new Map<string, FeedChange>()
  const kept: Frame[] = []
  let keptCount = 0

  function emit(): void {
    seq += 1
    const frame = { seq, changes: [...pending.values()] }
    pending = new Map()
    keep(frame)
    windowOpen = true
    after(windowMs, endWindow)
    send(frame)
  }

  function endWindow(): void {
    windowOpen = false
    if (pending.size > 0) emit()
  }

  function keep(frame: Frame): void {
    kept.push(frame)
    keptCount += frame.changes.length
    while (kept.length > keptFrames || keptCount > keptChanges) keptCount -= kept.shift()?.changes.length ?? 0
  }

  return {
    publish(changes) {
      for (const change of changes) gather(pending, change)
      if (!windowOpen && pending.size > 0) emit()
    },
    seq: () => seq,
    missed(since) {
      if (since === seq) return []
      const first = kept[0]?.seq ?? Number.POSITIVE_INFINITY
      if (since > seq || since < first - 1) return null
      const merged = new Map<string, FeedChange>()
      for (const frame of kept) if (frame.seq > since) for (const change of frame.changes) gather(merged, change)
      return [...merged.values()]
    },
  }
}

/** The newest value of a resource takes the newest place. */
function gather(changes: Map<string, FeedChange>, change: FeedChange): void {
  const key = `${change.kind} ${change.id}`
  changes.delete(key)
  changes.set(key, change)
}
