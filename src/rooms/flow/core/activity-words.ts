// What runs and their steps are in the activity.
import { oneLine } from '#base/cut-text.ts'
import { formatDuration } from '#base/duration.ts'
import { fromIso, secondMs } from '#base/time.ts'

/** How a run ended, and what that is called. */
export const endActs = { success: 'succeeded', failed: 'failed', cancelled: 'cancelled' } as const
export type EndStatus = keyof typeof endActs

const reasonLimit = 200

export type EndedRun = {
  readonly status: EndStatus
  readonly startedAt: string | null
  readonly finishedAt: string
  readonly error: string | null
}

/** With how long it ran, and why it did not succeed, as the page of strands says it. */
export function wordsOfEnd({ status, startedAt, finishedAt, error }: EndedRun): string {
  const ran = startedAt === null ? '' : ` ${sayLength(fromIso(finishedAt) - fromIso(startedAt))}`
  const why = error === null || status === 'success' ? '' : `: ${oneLine(error, reasonLimit)}`
  return `${endActs[status]}${ran}${why}`
}

function sayLength(ms: number): string {
  return ms < secondMs ? 'at once' : `after ${formatDuration(ms)}`
}

/** Of a step that failed. */
export function wordsOfStep(step: string, error: string | null): string {
  return error === null ? `step ${step} failed` : `step ${step} failed: ${oneLine(error, reasonLimit)}`
}
