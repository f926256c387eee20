// Which slots of a schedule run, and which count as missed, once the clock has passed them.
import { minuteMs } from '#base/time.ts'

/** A start of the service or a stall of the machine takes less: what came due meanwhile runs, a little late. */
export const graceMs = 2 * minuteMs

/** A run that began this long after its slot is drawn as late. */
export const lateAfterMs = 5000

/** More slots of one strand than this, missed at once, are told by the newest alone. */
export const mostMissed = 60

export type DueSlots = {
  /** The slot that runs now, in milliseconds since the epoch; null for none. */
  readonly run: number | null
  /** Those that nothing runs for, oldest first. */
  readonly missed: readonly number[]
}

/**
 * `passed` holds the slots since the last look, oldest first. The newest runs while it is fresh, or in any case where the
 * strand asks for one run after a pause: never more than one, however many passed.
 */
export function dueSlots(
  passed: readonly number[],
  { nowMs, missed }: { readonly nowMs: number; readonly missed: 'skip' | 'run_once' },
): DueSlots {
  const newest = passed.at(-1)
  if (newest === undefined) return { run: null, missed: [] }
  const runs = missed === 'run_once' || nowMs - newest <= graceMs
  const left = runs ? passed.slice(0, -1) : passed
  return { run: runs ? newest : null, missed: left.slice(-mostMissed) }
}

/** The id of the run of a slot: the same slot has one run, whoever asks and however often. */
export function slotRunId(strandId: string, slot: string): string {
  return `${strandId}@${slot}`
}

/** Whether a run began noticeably after its slot. */
export function isLate(slotMs: number, startedMs: number): boolean {
  return startedMs - slotMs > lateAfterMs
}
