// How long the indexer rests after a step: whoever reports events comes first.

export type Worked = {
  readonly workedMs: number
  /** The index is filled for the first time, or anew. */
  readonly isFilling: boolean
  /** Others wrote while it rested last. */
  readonly isBusy: boolean
}

/** For each millisecond of work so many of rest: at most a twentieth of a busy service goes into the index. */
const restUsually = 19
/** While nobody else writes, a first index is soon there. */
const restWhileFilling = 3
const longestRestMs = 2000

export function restAfter({ workedMs, isFilling, isBusy }: Worked): number {
  return Math.min(longestRestMs, workedMs * (isFilling && !isBusy ? restWhileFilling : restUsually))
}
