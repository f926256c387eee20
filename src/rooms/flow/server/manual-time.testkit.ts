// A clock that stands still until a test moves it, with the timers that hang on it.
import { setImmediate as nextTurn } from 'node:timers/promises'

type Timer = { readonly atMs: number; readonly callback: () => void }

export class ManualTime {
  nowMs: number
  private readonly timers = new Set<Timer>()
  /** Milliseconds that timers have seen: they do not follow a clock that somebody sets. */
  private passedMs = 0

  constructor(start: string) {
    this.nowMs = Date.parse(start)
  }

  readonly now = (): number => this.nowMs

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { atMs: this.passedMs + ms, callback }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }

  /** Lets time pass; timers ring in their order, and what they cause gets its turns. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.passedMs + ms
    for (;;) {
      const next = [...this.timers].filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs)[0]
      if (next === undefined) break
      this.move(next.atMs)
      this.timers.delete(next)
      next.callback()
      await nextTurn()
    }
    this.move(untilMs)
    await nextTurn()
  }

  /** How many timers are set. */
  pending(): number {
    return this.timers.size
  }

  /** Sets the clock as a person or a time server does: no timer rings by it. */
  set(iso: string): void {
    this.nowMs = Date.parse(iso)
  }

  private move(toMs: number): void {
    this.nowMs += toMs - this.passedMs
    this.passedMs = toMs
  }
}
