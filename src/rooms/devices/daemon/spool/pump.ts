// Sends what the spool holds over one connection: in the order of its keeping, no faster than the hub reads.
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { RunKey, StreamMark } from '../../contract/envelopes.ts'
import { frameText } from './frame-text.ts'
import type { RunBook } from './run-book.ts'

/** A connection that was welcomed. */
export type Channel = {
  /** A whole frame. */
  readonly send: (text: string) => void
  /** Bytes that were sent and did not leave this machine yet. */
  readonly unsentBytes: () => number
  /** As the hub bounds them. */
  readonly unsentLimit: number
}

export type PumpParts = {
  readonly book: RunBook
  readonly channel: Channel
  readonly clock: Clock
  readonly timers: Timers
  readonly onError: (error: unknown) => void
}

export interface Pump {
  /** Whether more of that run waits to be sent than may: its child is not to be read meanwhile. */
  isBehind(key: RunKey): Promise<boolean>
  stop(): void
}

/** How soon it is looked again whether what was sent has left. */
const drainMs = 10

/** Goes on after what the hub has: that is let go first. */
export function startPump(parts: PumpParts, resume: readonly StreamMark[]): Pump {
  const pump = new SpoolPump(parts)
  pump.run(resume).catch(parts.onError)
  return pump
}

class SpoolPump implements Pump {
  readonly #parts: PumpParts
  readonly #stopListening: () => void
  #sentTo = 0
  #isOver = false
  #wake: (() => void) | null = null

  constructor(parts: PumpParts) {
    this.#parts = parts
    this.#stopListening = parts.book.onAppended(() => this.#wake?.())
  }

  stop(): void {
    this.#isOver = true
    this.#stopListening()
    this.#wake?.()
  }

  async isBehind(key: RunKey): Promise<boolean> {
    const { book, channel } = this.#parts
    if (this.#isOver || book.keptBytes(key) < channel.unsentLimit) return false
    return (await book.bytesAfter(key, this.#sentTo)) >= channel.unsentLimit
  }

  async run(resume: readonly StreamMark[]): Promise<void> {
    const { book, channel } = this.#parts
    for (const mark of resume) await goOnFrom(this.#parts, mark)
    while (!this.#isOver) {
      const added = this.#pause(null)
      const frames = await book.after(this.#sentTo)
      if (frames.length === 0) await added
      for (const { ord, frame } of frames) {
        while (!this.#isOver && channel.unsentBytes() >= channel.unsentLimit) await this.#pause(drainMs)
        if (this.#isOver) return
        channel.send(frame)
        this.#sentTo = ord
      }
    }
  }

  /** Until something is added, or the connection may take more. */
  #pause(ms: number | null): Promise<void> {
    return new Promise((resolve) => {
      const cancel = ms === null ? null : this.#parts.timers.after(ms, resolve)
      this.#wake = () => {
        cancel?.()
        resolve()
      }
    })
  }
}

/** What the hub had and lost, or never saw and is not here any more, is told as a gap; the end of a run is told again. */
async function goOnFrom({ book, channel, clock }: PumpParts, mark: StreamMark): Promise<void> {
  await book.acknowledge(mark)
  const run = book.get(mark)
  const { session_id, run_id, seq } = mark
  if (run === null) return
  const first = (await book.firstKept(mark)) ?? run.lastSeq + 1
  if (seq >= first - 1) return
  const isEndGone = first > run.lastSeq && run.last_frame !== null
  const to = isEndGone ? run.lastSeq - 1 : first - 1
  if (to > seq) {
    const gap = { type: 'session.gap', session_id, run_id, seq: to, from: seq + 1, to, bytes: 0 }
    channel.send(frameText(gap, clock))
  }
  if (isEndGone && run.last_frame !== null) channel.send(run.last_frame)
}
