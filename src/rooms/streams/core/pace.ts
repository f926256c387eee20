// How closely output is timed: the longer a journal, the coarser its times, so that no trickle makes it grow without end.

/** Nobody sees in a replay what follows sooner. */
const closestMs = 50
const doublingBytes = 4 * 1024 * 1024

/** The wait between a write to a log and the look at it; twice that between looks at one that goes on being written. */
export function paceOf(journalBytes: number, { isTalking }: { readonly isTalking: boolean }): number {
  return closestMs * (isTalking ? 2 : 1) * 2 ** Math.floor(journalBytes / doublingBytes)
}

/** The most bytes of one record: a reader holds several at once. */
export const longestRecord = 65_536

/** The lengths of the records that stand for so many bytes. */
export function recordLengths(bytes: number): number[] {
  const whole = Math.floor(bytes / longestRecord)
  const rest = bytes % longestRecord
  return [...Array<number>(whole).fill(longestRecord), ...(rest > 0 ? [rest] : [])]
}
