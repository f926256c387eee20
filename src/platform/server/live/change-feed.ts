// Gathers changes into numbered frames: at once while there is time, else one a window, the last value of each. What can wait has
// windows of its own: a thousand last lines a second would else hold back the one session that needs somebody.
import type { FeedChange, Frame, LateChange } from './frames.ts'
import { createKeptFrames, gather } from './kept-frames.ts'
import { isBehind, watchIdleShare, windowAfter } from './pace.ts'

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
  /** Takes changes after their commit; never throws and never waits for a viewer. Those that can wait hold back no others. */
  publish(changes: readonly (FeedChange | LateChange)[], canWait: boolean): void
  /** The number of the last frame. */
  seq(): number
  /** What a viewer that knows `since` has missed, the last value of each; null when that is not known any more. */
  missed(since: number): readonly FeedChange[] | null
}

export function createChangeFeed(parts: ChangeFeedParts): ChangeFeed {
  return new Gathering(parts)
}

/** What can wait, and all else. */
type Tier = 'waiting' | 'prompt'

class Gathering implements ChangeFeed {
  readonly #parts: ChangeFeedParts
  readonly #idleShare: () => number
  readonly #kept = createKeptFrames()
  /** The next frame is on its way: at the end of this turn's work, or of the window. */
  readonly #isDue: Record<Tier, boolean> = { waiting: false, prompt: false }
  #pending = new Map<string, FeedChange | LateChange>()
  #hasPrompt = false
  #isLeftOut = false
  #seq: number

  constructor(parts: ChangeFeedParts) {
    this.#parts = parts
    this.#seq = parts.startSeq
    this.#idleShare = watchIdleShare(parts)
  }

  publish(changes: readonly (FeedChange | LateChange)[], canWait: boolean): void {
    if (!this.#parts.isWatched()) return this.#leaveOut()
    for (const change of changes) gather(this.#pending, change)
    if (changes.length === 0) return
    this.#hasPrompt ||= !canWait
    const tier = canWait ? 'waiting' : 'prompt'
    if (this.#isDue.prompt || this.#isDue[tier]) return
    this.#isDue[tier] = true
    // Not at once: what one commit brought about travels in one frame.
    queueMicrotask(() => this.#emit(tier))
  }

  seq(): number {
    return this.#seq
  }

  missed(since: number): readonly FeedChange[] | null {
    return this.#kept.missed(since, this.#seq)
  }

  #emit(tier: Tier): void {
    this.#isDue[tier] = false
    // What can wait goes along with the frame that is due.
    if (this.#pending.size === 0 || this.#isDue.prompt) return
    const { passedMs, unsentBytes, send } = this.#parts
    const startedMs = passedMs()
    const unsent = unsentBytes()
    const changes = [...this.#pending.values()].map((change) => ('read' in change ? change.read() : change))
    const next = this.#hasPrompt || isBehind(unsent) ? 'prompt' : 'waiting'
    this.#pending = new Map()
    this.#hasPrompt = false
    this.#isLeftOut = false
    this.#takeNumber()
    const frame = { seq: this.#seq, changes }
    send(frame)
    this.#kept.add(frame)
    const costMs = passedMs() - startedMs
    this.#openWindow(next, windowAfter({ costMs, idleShare: this.#idleShare(), unsentBytes: unsent }))
  }

  #openWindow(tier: Tier, windowMs: number): void {
    if (windowMs === 0 || this.#isDue[tier]) return
    this.#isDue[tier] = true
    this.#parts.after(windowMs, () => this.#emit(tier))
  }

  #takeNumber(): void {
    const next = this.#parts.nextSeq()
    // The numbers between may be those of another service's frames.
    if (next !== this.#seq + 1) this.#kept.clear()
    this.#seq = next
  }

  /** Nothing is kept of what nobody saw; the number that is left out lets whoever comes back know that something was. */
  #leaveOut(): void {
    if (this.#isLeftOut) return
    this.#isLeftOut = true
    this.#kept.clear()
    this.#takeNumber()
  }
}
