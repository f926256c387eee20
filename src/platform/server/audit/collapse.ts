// Refused attempts told together: whoever tries ten thousand passwords writes a few rows, and each says how often.
import { minuteMs } from '#base/time.ts'

/** Attempts of one caller count as one for so long. */
export const togetherMs = 10 * minuteMs
/** So many callers get a row of their own in that time; all further ones share one. */
export const mostCallers = 20

/** What is known of attempts that are told by one row. */
export type Attempts = { readonly sinceMs: number; readonly times: number }

export type AttemptRow =
  | { readonly is: 'first'; readonly key: string }
  | { readonly is: 'again'; readonly key: string }
  /** The first of those who get no row of their own. */
  | { readonly is: 'others'; readonly key: string }

/** The key under which all further callers are told. */
const others = 'others'

/** Which row tells an attempt; `present` holds those of the last ten minutes. */
export function tellAttempt(present: ReadonlyMap<string, Attempts>, key: string): AttemptRow {
  if (present.has(key)) return { is: 'again', key }
  if (present.size < mostCallers) return { is: 'first', key }
  return { is: present.has(others) ? 'again' : 'others', key: others }
}

/** The row's sentence once more attempts are known. */
export function timesText(text: string, times: number): string {
  return times === 1 ? text : `${text} (${times} times)`
}
