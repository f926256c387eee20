// Ends what a step started and left behind, in whatever session or group it hides: all of it inherits a variable that names its runner.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { secondMs } from '#base/time.ts'

/** A program that is to outlive its step is started without it. */
export const trackingVariable = 'ORRERY_TRACKING_ID'

export const newTrackingId = (): string => randomUUID()

/** One that is ended may have started another in the meantime. */
const mostPasses = 3
/** A pass over a thousand processes takes some 30 ms. */
const longestPassMs = 1000
/** How long the service looks without letting others have their turn. */
const sliceMs = 4

/** PF_KTHREAD of linux/sched.h. */
const kernelThread = 0x0020_0000

/** A machine that hands out all its process ids again takes longer. */
const longestTrustMs = 2 * secondMs

/**
 * Ends what a runner's steps leave behind, again and again. Process ids are handed out in rising order: what has started
 * since the last look has a higher one than the machine's newest then, and mostly nothing has. Does nothing where there
 * is no /proc: there a process group is all that can be ended.
 */
export class StragglerWatch {
  readonly #id: string
  /** Of the last look; null before the first. */
  #looked: { newest: number; readonly atMs: number } | null = null

  constructor(id: string) {
    this.#id = id
  }

  /** Ends every process with the id but the caller, at once. */
  sweep(): void {
    const newest = newestProcess()
    const above = this.#known(newest)
    this.#looked = newest === null ? null : { newest, atMs: performance.now() }
    if (above === newest && newest !== null) return
    let look = endAll(this.#id, above)
    for (let pass = 1; pass < mostPasses && (look.hasEnded || look.unclear !== null); pass += 1)
      look = endAll(this.#id, look.hasEnded ? 0 : above)
    // The next look begins with what told nothing.
    if (this.#looked !== null && look.unclear !== null) this.#looked.newest = look.unclear - 1
  }

  /** Processes up to this id were there at the last look, and none of them had ours; 0 when it says nothing. */
  #known(newest: number | null): number {
    if (this.#looked === null || newest === null) return 0
    const { newest: before, atMs } = this.#looked
    return newest >= before && performance.now() - atMs < longestTrustMs ? before : 0
  }
}

type Look = {
  readonly hasEnded: boolean
  /** The lowest process that becomes another program just now, and has no environment meanwhile. */
  readonly unclear: number | null
}

function endAll(id: string, above: number): Look {
  let hasEnded = false
  const unclear: number[] = []
  for (const { pid, found } of endEach(id, above)) {
    if (found === 'ended') hasEnded = true
    else if (found === 'unclear') unclear.push(pid)
  }
  return { hasEnded, unclear: unclear.length === 0 ? null : Math.min(...unclear) }
}

/** The id that the machine, or our part of it, gave last to a process or a thread. */
function newestProcess(): number | null {
  try {
    const newest = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1))
    return Number.isSafeInteger(newest) && newest > 0 ? newest : null
  } catch {
    // No such file: not Linux.
    return null
  }
}

/** The same with the event loop free in between, once nothing starts under this id any more. */
export async function endStragglersInSlices(id: string): Promise<void> {
  for (let pass = 0; pass < mostPasses; pass += 1) {
    let ended = 0
    let sliceMsUsed = performance.now()
    for (const { found } of endEach(id, 0)) {
      if (found === 'ended') ended += 1
      if (performance.now() - sliceMsUsed < sliceMs) continue
      await setImmediate()
      sliceMsUsed = performance.now()
    }
    if (ended === 0) return
  }
}

/** Looks at one process after the other. An id that is read and ended in one turn can't have gone to another process. */
function* endEach(id: string, above: number): Generator<{ readonly pid: number; readonly found: Found }> {
  const untilMs = performance.now() + longestPassMs
  const mark = Buffer.from(`${trackingVariable}=${id}\0`)
  for (const pid of processIds()) {
    if (pid <= above) continue
    if (performance.now() > untilMs) return
    if (pid !== process.pid) yield { pid, found: lookAt(pid, mark) }
  }
}

type Found = 'ended' | 'unclear' | 'another'

function lookAt(pid: number, mark: Buffer): Found {
  const environment = environmentOf(pid)
  if (environment === null) return 'another'
  if (environment.includes(mark)) return end(pid) ? 'ended' : 'another'
  return environment.length === 0 && mayBecomeAnother(pid) ? 'unclear' : 'another'
}

/**
 * Of one whose environment was found empty. Between two programs a process has none yet, and may have got it since: only
 * bounds that are set and equal say that there is nothing to come. Threads of the kernel and the dead never have one.
 */
function mayBecomeAnother(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // proc(5): after the name come state (field 3), … flags (9), … env_start (50) and env_end (51).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (['Z', 'X'].includes(fields[0] ?? 'X') || (Number(fields[6]) & kernelThread) !== 0) return false
    const [start, end] = fields.slice(47, 49)
    return end === undefined || end === '0' || start !== end
  } catch {
    // It is gone.
    return false
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

/** Null for one that is gone or belongs to somebody else. */
function environmentOf(pid: number): Buffer | null {
  try {
    return readFileSync(`/proc/${pid}/environ`)
  } catch {
    return null
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
