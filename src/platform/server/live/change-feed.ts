// Gathers changes into numbered frames: at once while there is time, else one a window, the last value of each.
import type { FeedChange, Frame, LateChange } from './frames.ts'
import { createKeptFrames, gather } from './kept-frames.ts'
import { watchIdleShare, windowAfter } from './pace.ts'

export type ChangeFeedParts = {
  /** The number of the last frame that any earlier process may have sent. */
  readonly startSeq: number
  /** The number of the next frame, higher than all before. */
  readonly nextSeq: () => number
  /** Whether anybody sees frames, or may come back for them. */
  readonly isWatched: () => boolean
  /** Gets each frame once, in order. */
  readonly send: (frame: Frame) => void
  /** Calls back after `ms`; stands for setTimeout. */
  readonly after: (ms: number, callback: () => void) => void
  /** Milliseconds since some moment, passing evenly. */
  readonly passedMs: () => number
  /** How many of those milliseconds the event loop had nothing to do. */
  readonly idleMs: () => number
  /** What the slowest viewer has not read, in bytes. */
  readonly unsentBytes: () => number
}

export interface ChangeFeed {
  /** Takes changes after their commit; never throws and never waits for a viewer. */
  publish(changes: readonly (FeedChange | LateChange)[]): void
  /** The number of the last frame. */
  seq(): number
  /** What a viewer that knows `since` has missed, the last value of each; null when that is not known any more. */
  missed(since: number): readonly FeedChange[] | null
}

export function createChangeFeed(parts: ChangeFeedParts): ChangeFeed {
  const { startSeq, send, after, passedMs, unsentBytes } = parts
  let seq = startSeq
  /** The next frame is on its way: at the end of this turn's work, or of the window. */
  let isDue = false
  const idleShare = watchIdleShare(parts)
  let pending = new Map<string, FeedChange | LateChange>()
  const kept = createKeptFrames()
  let isLeftOut = false

  function emit(): void {
    isDue = false
    if (pending.size === 0) return
    const startedMs = passedMs()
    const unsent = unsentBytes()
    const changes = [...pending.values()].map((change) => ('read' in change ? change.read() : change))
    pending = new Map()
    isLeftOut = false
    takeNumber()
    const frame = { seq, changes }
    kept.add(frame)
    send(frame)
    openWindow(windowAfter({ costMs: passedMs() - startedMs, idleShare: idleShare(), unsentBytes: unsent }))
  }

  function takeNumber(): void {
    const next = parts.nextSeq()
    // The numbers between may be those of another service's frames.
    if (next !== seq + 1) kept.clear()
    seq = next
  }

  /** Nothing is kept of what nobody saw; the number that is left out lets whoever comes back know that something was. */
  function leaveOut(): void {
    if (isLeftOut) return
    isLeftOut = true
    kept.clear()
    takeNumber()
  }

  function openWindow(windowMs: number): void {
    if (windowMs === 0) return
    isDue = true
    after(windowMs, emit)
  }

  return {
    publish(changes) {
      if (!parts.isWatched()) return leaveOut()
      for (const change of changes) gather(pending, change)
      if (isDue || pending.size === 0) return
      isDue = true
      // Not at once: what one commit brought about travels in one frame.
      queueMicrotask(emit)
    },
    seq: () => seq,
    missed: (since) => kept.missed(since, seq),
  }
}
