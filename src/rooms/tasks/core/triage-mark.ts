// Where triage put a task, and where a person pinned it: kept apart from what the task itself is.

/** Lanes are names of the triage room. */
export type TriageMark = TriagePlace & {
  /** Null while the task is not locked. */
  readonly lockedLane: string | null
}

/** As the last run left it; null before the first, and past the last lane. */
export type TriagePlace = {
  readonly score: number | null
  readonly lane: string | null
  readonly rank: number | null
}

export const unmarked: TriageMark = { score: null, lane: null, rank: null, lockedLane: null }
