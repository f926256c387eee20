// Output of devices is written down in turns of its own, behind what changes a session's state: a flood of lines from a hundred
// devices is most of what a hub hears, and nobody waits for one of them.
import type { Timers } from '#platform/server/timers.ts'

/** So long at once; then whatever came meanwhile is read, and committed, first. */
const turnMs = 1
/** So often in a row a turn lets changes of states pass: a device that does nothing else must not keep output waiting. */
const mostPassed = 4

/** Hands out turns; one queue for all devices, so that none waits longer than its place. */
export interface OutputTurns {
  /** `work` must not reject. */
  add(work: () => Promise<void>): void
  /** What changes a state was read: its commit, at the end of this turn of the event loop, goes before the next turn of output. */
  letPass(): void
}

export function createOutputTurns({ passedMs }: Pick<Timers, 'passedMs'>): OutputTurns {
  let waiting: (() => Promise<void>)[] = []
  let isScheduled = false
  let mustWait = false
  let passed = 0
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => void take())
  }
  const take = async (): Promise<void> => {
    if (mustWait && passed < mostPassed) {
      mustWait = false
      passed += 1
      setImmediate(() => void take())
      return
    }
    mustWait = false
    passed = 0
    const untilMs = passedMs() + turnMs
    let done = 0
    while (done < waiting.length && (done === 0 || passedMs() < untilMs)) {
      await waiting[done]?.()
      done += 1
    }
    waiting = waiting.slice(done)
    isScheduled = false
    if (waiting.length > 0) schedule()
  }
  return {
    add(work) {
      waiting.push(work)
      schedule()
    },
    letPass() {
      // A turn that is asked for later comes behind the commit by itself.
      mustWait ||= isScheduled
    },
  }
}
