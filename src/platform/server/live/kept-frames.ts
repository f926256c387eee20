// The last frames, for viewers that come back.
import type { FeedChange, Frame } from './frames.ts'

/** Kept frames hold no more than this many changes together: some 5 MB, and with more of them a snapshot weighs less. */
const mostChanges = 5000

export interface KeptFrames {
  add(frame: Frame): void
  clear(): void
  /** What a viewer that knows `since` has missed up to `seq`, the last value of each; null when that is not kept any more. */
  missed(since: number, seq: number): readonly FeedChange[] | null
}

export function createKeptFrames(): KeptFrames {
  const frames: Frame[] = []
  let changes = 0
  return {
    add(frame) {
      frames.push(frame)
      changes += frame.changes.length
      while (changes > mostChanges) changes -= frames.shift()?.changes.length ?? 0
    },
    clear() {
      frames.length = 0
      changes = 0
    },
    missed(since, seq) {
      if (since === seq) return []
      const first = frames[0]?.seq ?? Number.POSITIVE_INFINITY
      if (since > seq || since < first - 1) return null
      const merged = new Map<string, FeedChange>()
      for (const frame of frames) if (frame.seq > since) for (const change of frame.changes) gather(merged, change)
      return [...merged.values()]
    },
  }
}

/** The newest value of a resource takes the newest place. */
export function gather<T extends { readonly kind: string; readonly id: string }>(
  changes: Map<string, T>,
  change: T,
): void {
  const key = `${change.kind} ${change.id}`
  changes.delete(key)
  changes.set(key, change)
}
