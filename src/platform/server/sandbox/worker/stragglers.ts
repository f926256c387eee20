// Ends what a step started and left behind, in whatever session or group it hides: all of it inherits a variable that names its runner.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** A program that is to outlive its step is started without it. */
export const trackingVariable = 'ORRERY_TRACKING_ID'

export const newTrackingId = (): string => randomUUID()

/** One that is ended may have started another in the meantime. */
const mostPasses = 3
/** A pass over a thousand processes takes some 30 ms. */
const longestPassMs = 1000
/** How long the service looks without letting others have their turn. */
const sliceMs = 4

/**
 * Ends every process with this id but the caller, at once. Does nothing where there is no /proc: there a process group is
 * all that can be ended.
 */
export function endStragglers(id: string): void {
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let ended = 0
    for (const hasEnded of endEach(id)) if (hasEnded) ended += 1
    if (ended === 0) return
  }
}

/** The same with the event loop free in between, once nothing starts under this id any more. */
export async function endStragglersInSlices(id: string): Promise<void> {
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let ended = 0
    let sliceMsUsed = performance.now()
    for (const hasEnded of endEach(id)) {
      if (hasEnded) ended += 1
      if (performance.now() - sliceMsUsed < sliceMs) continue
      await setImmediate()
      sliceMsUsed = performance.now()
    }
    if (ended === 0) return
  }
}

/** Looks at one process after the other. An id that is read and ended in one turn can't have gone to another process. */
function* endEach(id: string): Generator<boolean> {
  const untilMs = performance.now() + longestPassMs
  const mark = Buffer.from(`${trackingVariable}=${id}\0`)
  for (const pid of processIds()) {
    if (performance.now() > untilMs) return
    yield pid !== process.pid && environmentOf(pid).includes(mark) && end(pid)
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    // No such folder: not Linux.
    return []
  }
}

/** Empty for one that is gone or belongs to somebody else. */
function environmentOf(pid: number): Buffer {
  try {
    return readFileSync(`/proc/${pid}/environ`)
  } catch {
    return Buffer.alloc(0)
  }
}

function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    // It went by itself.
    return false
  }
}
