// Output of devices is written down in turns of its own, behind what changes a session's state: a flood of lines from a hundred
// devices is most of what a hub hears, and nobody waits for one of them.
import type { Timers } from '#platform/server/timers.ts'

/** So long at once; then whatever came meanwhile is read, and committed, first. */
const turnMs = 0.25
/** So often in a row a turn lets changes of states pass: a device that does nothing else must not keep output waiting. */
const mostPassed = 4
/**
 * Once all is written that waited, what comes next is gathered for so many times as long as that took: a line by itself goes
 * at once, and of a flood the lines of a session are written together, which costs a fraction of each by itself.
 */
const gatheredFor = 50
/** Nobody who follows what a session prints waits longer. */
const longestGatheringMs = 500

/** Hands out turns; one queue for all devices, so that none waits longer than its place. */
export interface OutputTurns {
  /** `work` must not reject. */
  add(work: () => Promise<void>): void
  /** What changes a state was read: its commit, at the end of this turn of the event loop, goes before the next turn of output. */
  letPass(): void
  /** Too much waits for more to be gathered. */
  hurry(): void
}

export function createOutputTurns(timers: Pick<Timers, 'passedMs' | 'after'>): OutputTurns {
  return new Turns(timers)
}

class Turns implements OutputTurns {
  readonly #timers: Pick<Timers, 'passedMs' | 'after'>
  #waiting: (() => Promise<void>)[] = []
  #isScheduled = false
  #stopGathering: (() => void) | null = null
  #mustWait = false
  #passed = 0
  /** How long it took until now what has waited. */
  #workedMs = 0
  #gatherUntilMs = Number.NEGATIVE_INFINITY

  constructor(timers: Pick<Timers, 'passedMs' | 'after'>) {
    this.#timers = timers
  }

  add(work: () => Promise<void>): void {
    this.#waiting.push(work)
    if (this.#isScheduled || this.#stopGathering !== null) return
    const leftMs = this.#gatherUntilMs - this.#timers.passedMs()
    // A timer is exact to a millisecond.
    if (leftMs < 1) return this.#schedule()
    this.#stopGathering = this.#timers.after(leftMs, () => {
      this.#stopGathering = null
      this.#schedule()
    })
  }

  letPass(): void {
    // A turn that is asked for later comes behind the commit by itself.
    this.#mustWait ||= this.#isScheduled
  }

  hurry(): void {
    if (this.#stopGathering === null) return
    this.#stopGathering()
    this.#stopGathering = null
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => void this.#take())
  }

  async #take(): Promise<void> {
    if (this.#mustWait && this.#passed < mostPassed) {
      this.#mustWait = false
      this.#passed += 1
      setImmediate(() => void this.#take())
      return
    }
    this.#mustWait = false
    this.#passed = 0
    const startedMs = this.#timers.passedMs()
    let done = 0
    while (done < this.#waiting.length && (done === 0 || this.#timers.passedMs() < startedMs + turnMs)) {
      await this.#waiting[done]?.()
      done += 1
    }
    this.#waiting = this.#waiting.slice(done)
    this.#isScheduled = false
    const nowMs = this.#timers.passedMs()
    this.#workedMs += nowMs - startedMs
    if (this.#waiting.length > 0) return this.#schedule()
    this.#gatherUntilMs = nowMs + Math.min(longestGatheringMs, this.#workedMs * gatheredFor)
    this.#workedMs = 0
  }
}
