// Gathers changes into numbered frames: the first after a quiet time at once, then one a window, the last value of each.
import type { FeedChange, Frame, LateChange } from './frames.ts'
import { createKeptFrames, gather } from './kept-frames.ts'
import { nextWindow, shortestWindowMs } from './pace.ts'

export type ChangeFeedParts = {
  /** The number of the last frame that any earlier process may have sent. */
  readonly startSeq: number
  /** Told each number before its frame is sent. */
  readonly onSeq: (seq: number) => void
  /** Whether anybody sees frames, or may come back for them. */
  readonly isWatched: () => boolean
  /** Gets each frame once, in order. */
  readonly send: (frame: Frame) => void
  /** Calls back after `ms`; stands for setTimeout. */
  readonly after: (ms: number, callback: () => void) => void
  /** Milliseconds since some moment, passing evenly. */
  readonly passedMs: () => number
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
  let windowOpen = false
  let windowMs = shortestWindowMs
  /** Changes that came since the last frame, those of one resource counted each. */
  let came = 0
  let pending = new Map<string, FeedChange | LateChange>()
  const kept = createKeptFrames()
  let isLeftOut = false

  function emit(): void {
    const changes = [...pending.values()].map((change) => ('read' in change ? change.read() : change))
    pending = new Map()
    came = 0
    isLeftOut = false
    takeNumber()
    const frame = { seq, changes }
    kept.add(frame)
    openWindow()
    send(frame)
  }

  function takeNumber(): void {
    seq += 1
    parts.onSeq(seq)
  }

  /** Nothing is kept of what nobody saw; the number that is left out lets whoever comes back know that something was. */
  function leaveOut(): void {
    if (isLeftOut) return
    isLeftOut = true
    kept.clear()
    takeNumber()
  }

  function openWindow(): void {
    windowOpen = true
    const openedMs = passedMs()
    after(windowMs, () => {
      windowOpen = false
      const lateMs = passedMs() - openedMs - windowMs
      windowMs = nextWindow({ windowMs, changes: came, lateMs, unsentBytes: unsentBytes() })
      if (pending.size > 0) emit()
    })
  }

  return {
    publish(changes) {
      if (!parts.isWatched()) return leaveOut()
      came += changes.length
      for (const change of changes) gather(pending, change)
      if (!windowOpen && pending.size > 0) emit()
    },
    seq: () => seq,
    missed: (since) => kept.missed(since, seq),
  }
}
