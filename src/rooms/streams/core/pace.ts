// How closely output is timed: the longer a journal, the coarser its times, so that no trickle makes it grow without end.
import { secondMs } from '#base/time.ts'

/** Nobody sees in a replay what follows sooner. */
const closestMs = 50
const doublingBytes = 4 * 1024 * 1024
/** Looks a second at all logs that go on being written: ten for each of a hundred. */
const mostLooks = 1000

export type Talking = {
  /** It goes on being written. */
  readonly isTalking: boolean
  /** How many logs do, this one among them. */
  readonly talking: number
}

/**
 * The wait between a write to a log and the look at it; twice that between looks at one that goes on being written. Where more
 * than a hundred do at once, as on a hub of many devices, each is looked at less often.
 */
export function paceOf(journalBytes: number, { isTalking, talking }: Talking): number {
  const coarser = 2 ** Math.floor(journalBytes / doublingBytes)
  if (!isTalking) return closestMs * coarser
  return Math.max(closestMs * 2 * coarser, (secondMs * talking) / mostLooks)
}

/** The most bytes of one record: a reader holds several at once. */
export const longestRecord = 65_536

/** The lengths of the records that stand for so many bytes. */
export function recordLengths(bytes: number): number[] {
  const whole = Math.floor(bytes / longestRecord)
  const rest = bytes % longestRecord
  return [...Array<number>(whole).fill(longestRecord), ...(rest > 0 ? [rest] : [])]
}
