// A clock that stands still until a test moves it, with the timers that hang on it.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'

type Timer = { readonly atMs: number; readonly callback: () => void }

export class ManualTime implements Clock, Timers {
  nowMs: number
  private readonly timers = new Set<Timer>()
  /** Milliseconds that timers have seen: they do not follow a clock that somebody sets. */
  private elapsedMs = 0

  constructor(start: string) {
    this.nowMs = Date.parse(start)
  }

  readonly now = (): number => this.nowMs

  readonly passedMs = (): number => this.elapsedMs
  /** Nothing takes any time. */
  readonly idleMs = (): number => this.elapsedMs

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { atMs: this.elapsedMs + ms, callback }
    this.timers.add(timer)
    return () => void this.timers.delete(timer)
  }

  readonly every = (ms: number, callback: () => void): (() => void) => {
    let stop = this.after(ms, ring)
    const again = (): (() => void) => this.after(ms, ring)
    function ring(): void {
      stop = again()
      callback()
    }
    return () => stop()
  }

  /** Lets time pass; timers ring in their order, and what they cause gets its turns. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.elapsedMs + ms
    for (;;) {
      const next = this.first()
      if (next === null || next.atMs > untilMs) break
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

  /** Of several for one moment the one that was set first. */
  private first(): Timer | null {
    let first: Timer | null = null
    for (const timer of this.timers) if (first === null || timer.atMs < first.atMs) first = timer
    return first
  }

  private move(toMs: number): void {
    this.nowMs += toMs - this.elapsedMs
    this.elapsedMs = toMs
  }
}
