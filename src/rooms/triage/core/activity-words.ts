// What triage is told to have done in the activity.
import { oneLine } from '#base/cut-text.ts'

export type EndedTriage = {
  readonly status: string
  readonly isDry: boolean
  /** JSON, as the row keeps them. */
  readonly moves: string
  readonly error: string | null
}

/** How the run ended and how many tasks it moved; why it failed. */
export function wordsOfTriage({ status, isDry, moves, error }: EndedTriage): string {
  const what = isDry ? 'preview' : 'run'
  if (status === 'success') return `${what} ended, ${countOf(moves)} moved`
  const reason = reasonOf(error)
  return `${what} ${status}${reason === null ? '' : `: ${oneLine(reason, 200)}`}`
}

function countOf(moves: string): number {
  const parsed: unknown = JSON.parse(moves)
  return Array.isArray(parsed) ? parsed.length : 0
}

function reasonOf(error: string | null): string | null {
  const parsed: unknown = error === null ? null : JSON.parse(error)
  if (typeof parsed !== 'object' || parsed === null || !('reason' in parsed)) return null
  return typeof parsed.reason === 'string' ? parsed.reason : null
}

export type ToldOverride = {
  readonly dimension: string
  readonly from: string | null
  readonly to: string | null
  readonly lane: string | null
}

/** Of a correction its values; of a lock its lane. */
export function wordsOfOverride({ dimension, from, to, lane }: ToldOverride): string {
  if (dimension === 'locked') return to === '1' ? `locked to ${(lane ?? 'its lane').toUpperCase()}` : 'unlocked'
  return `corrected ${dimension} from ${from ?? 'nothing'} to ${to ?? 'nothing'}`
}
